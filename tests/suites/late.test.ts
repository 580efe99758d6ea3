/** Breaches that begin late: each kind of response is met so often, and again near the end, that a run sees them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../suites/harness/http/exchange.ts'
import { runOf } from './runs.ts'

/** So often each kind of response comes in a run of core: a breach that begins earlier is met in it. */
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
  test(`a run of core meets ${kind} at least ${AT_LEAST} times`, () =>
    assert.ok(kinds.filter((each) => each === kind).length >= AT_LEAST))

test('a run of core meets each kind that takes no large body again in its last third', () => {
  const late = new Set(kinds.slice(Math.ceil((kinds.length * 2) / 3)))
  for (const kind of KINDS) assert.ok(kind === 'refusal 413' || late.has(kind), kind)
})
