/** A row of a likely mistake differs from its control in one value, at the location in the table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Likely, rowsOfLikely } from '../../../suites/checks/rows/cases.ts'

/** The changes of each row to the plain body, and those of its control, if it has one. */
const bodiesOf = (line: Likely): unknown[] =>
  rowsOfLikely(line).map(({ set = {}, json = {}, without = [], control }) => {
    const members = Object.entries(json).map(([name, text]) => [name, JSON.parse(text) as unknown])
    return [{ ...set, ...Object.fromEntries(members) }, without, control?.set, control?.without ?? []]
  })

const system = { role: 'system', content: 'Be terse.' }
const user = { role: 'user', content: 'Hello.' }
const later = Object.entries({ assistant: 'Hi.', user: 'Bye.' }).map(([role, content]) => ({ role, content }))
const stream = (include_usage: unknown): object => ({ stream: true, stream_options: { include_usage } })
/** A row without a control, with one message. */
const alone = (change: object): unknown[] => [{ messages: [{ ...user, ...change }] }, [], undefined, []]

for (const [title, line, ...bodies] of [
  ['a member', { at: 'n', refused: ['0', '"1"'] }, [{ n: 0 }, [], undefined, []], [{ n: '1' }, [], undefined, []]],
  ['a member of a message', { at: 'messages/0/content', refused: ['1'] }, alone({ content: 1 })],
  [
    'a later message of a conversation',
    { at: 'messages/1/content', of: 'conversation', refused: ['1'] },
    [{ messages: [system, { ...user, content: 1 }, ...later] }, [], { messages: [system, user, ...later] }, []],
  ],
  ['an option of a stream', { at: 'stream_options/include_usage', streamed: ['1'] }, [stream(1), [], stream(true), []]],
  [
    'the alias of another member',
    { at: 'max_completion_tokens', refused: ['0'] },
    [{ max_completion_tokens: 0 }, ['max_tokens'], { max_completion_tokens: 4 }, ['max_tokens']],
  ],
  ['an unlisted member', { at: '', members: { logit_bias: ['{}'] } }, [{ logit_bias: {} }, [], undefined, []]],
  ['an unlisted member of a message', { at: 'messages/0', members: { name: ['1'] } }, alone({ name: 1 })],
] satisfies [string, Likely, ...unknown[][]][])
  test(`a likely mistake in ${title}`, () => assert.deepEqual(bodiesOf(line), bodies))
