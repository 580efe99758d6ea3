/** Faults that begin late: a run gets each kind of response often, and again near its end, so it sees them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../suites/harness/http/exchange.ts'
import { runOf } from './runs.ts'

/** The minimum number of each kind of response in a run of core, which detects faults that begin earlier. */
const AT_LEAST = 10

const ACCEPTED = ['list 200', 'completion 200', 'stream 200']
const KINDS = [...ACCEPTED, 'list 401', ...[400, 401, 404, 413].map((status) => `refusal ${status}`)]

function kindOf({ request, response }: Exchange): string {
  const status = response?.status
  if (request.operation === 'models') return `list ${status}`
  if (status !== 200) return `refusal ${status}`
  return request.stream ? 'stream 200' : 'completion 200'
}

const { transcript } = await runOf('core')
const kinds = transcript.exchanges.filter(({ request }) => request.operation !== 'other').map(kindOf)

for (const kind of KINDS)
  test(`a run of core gets ${kind} at least ${AT_LEAST} times`, () =>
    assert.ok(kinds.filter((each) => each === kind).length >= AT_LEAST))

test('a run of core gets each kind again in its last third, except those of large bodies', () => {
  const late = new Set(kinds.slice(Math.ceil((kinds.length * 2) / 3)))
  for (const kind of KINDS) assert.ok(kind === 'refusal 413' || late.has(kind), kind)
})
