import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mockForFile } from '../../mock/asking.ts'
import { assertUnharmed, attack } from './arena.ts'
import { malformed } from './malformed.ts'

const mock = await mockForFile()

for (const { title, sent, statuses, half } of malformed) {
  test(`${title} gives ${statuses.join(', ') || 'no answer'} and the end of the connection`, async () => {
    const { responses, end } = await attack(mock.port, [sent], half)
    assert.deepEqual(
      responses.map(({ status }) => status),
      statuses,
    )
    assert.equal(end, 'closed')
  })
}

test('each of them byte by byte gives the same', async () => {
  const short = malformed.filter(({ sent, half }) => sent.length < 600 && !half)
  const seen = await Promise.all(short.map(({ sent }) => attack(mock.port, [...sent])))
  assert.deepEqual(
    seen.map(({ responses }) => responses.map(({ status }) => status)),
    short.map(({ statuses }) => [...statuses]),
  )
})

test('the mock still responds', () => assertUnharmed(mock))
