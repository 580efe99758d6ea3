/** A client is judged by what the mock sent to it, which depends on its requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ClientReport } from '../../../cli/commands/client/report.ts'
import { command } from '../command.ts'

const file = fileURLToPath(new URL('scenario-client.js', import.meta.url))
const STREAM = 'created-at-the-bound.stream'

interface Row {
  readonly client: string
  readonly kind: string
  readonly scenarios: readonly string[]
  readonly found: readonly string[]
}

const rows: readonly Row[] = [
  {
    client: 'limits its tokens',
    kind: 'short',
    scenarios: ['answered', 'split-characters', 'ended-early', 'without-done', 'compresses-json.json', STREAM],
    found: ['pass'],
  },
  {
    client: 'requests JSON after a broken stream',
    kind: 'falling back',
    scenarios: ['cut-stream', 'ended-early', 'error-in-stream', 'without-done', 'malformed-event'],
    found: ['pass'],
  },
  {
    client: 'reports no usage although it was sent',
    kind: 'losing',
    scenarios: ['created-zero.json', STREAM],
    found: ['fail usage-changed'],
  },
  {
    client: 'loses the usage on a freedom of HTTP',
    kind: 'losing',
    scenarios: ['compresses-json.json'],
    found: ['warn usage-changed'],
  },
  {
    client: 'reports no usage, and none was sent',
    kind: 'losing',
    scenarios: ['usage-absent.json', 'usage-null-everywhere-in-streams.stream'],
    found: ['pass'],
  },
  { client: 'does not report usage', kind: 'uncounted', scenarios: ['created-zero.json', STREAM], found: ['pass'] },
  {
    client: 'sends an invalid request',
    kind: 'refused',
    scenarios: ['answered', 'streamed'],
    found: ['fail invalid-request'],
  },
  {
    client: 'fails on a limited or filtered text',
    kind: 'strict',
    scenarios: ['finish-length.json', 'finish-content-filter.json', 'stream-finish-length.stream'],
    found: ['warn whole-answer-refused'],
  },
  { client: 'requests another model', kind: 'lost', scenarios: ['answered'], found: ['inconclusive'] },
]

for (const { client, kind, scenarios, found } of rows)
  test(`judges a client that ${client}: ${found}`, async () => {
    const args = ['client', '--json', '--scenario', scenarios.join(), '--', process.execPath, file, kind]
    const { results } = JSON.parse((await command(args)).stdout) as ClientReport
    assert.deepEqual(
      results.map(({ name, standing, findings }) => [name, [standing, ...findings.map(({ id }) => id)].join(' ')]),
      results.map(({ name }) => [name, ...found]),
    )
    assert.equal(results.length, scenarios.length)
  })
