/** `client --fuzz` generates only legal responses, and writes the smallest one that breaks a client. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { type Drawn, responses, usedBy, usualOf } from '../../../cli/commands/client/fuzz/space.ts'
import { bodyOf, offsetsOf } from '../../../cli/commands/client/fuzz/written.ts'
import type { ScenarioResult } from '../../../cli/commands/client/report.ts'
import { parseConfig, startMock } from '../../../mock/index.ts'
import { root } from '../../docs/snippets.ts'
import { saying, send } from '../../mock/asking.ts'
import { brokenBy, responseOf, streamed } from '../../suites/harness/http/exchanges.ts'
import { command, exits, folder } from '../command.ts'
import { textAt } from '../files.ts'

const file = fileURLToPath(new URL('fuzz-client.js', import.meta.url))

async function fuzzed(kind: string, runs: number, ...flags: readonly string[]) {
  const args = ['client', '--json', '--one-process', '--fuzz', String(runs), '--seed', '5', ...flags]
  const { code, stdout, stderr } = await command([...args, '--', process.execPath, file, kind])
  assert.equal(stderr, '')
  return { code, ...(JSON.parse(stdout) as { seed: number; results: readonly ScenarioResult[] }) }
}

const judged = (drawn: Drawn): readonly string[] => {
  const body = bodyOf(drawn)
  return brokenBy(
    drawn.streams ? streamed(body, offsetsOf(drawn, body)) : { ...streamed(body), response: responseOf(body) },
  )
}

for (const streams of [true, false])
  test(`every generated ${streams ? 'stream' : 'JSON body'} is legal`, () => {
    fc.assert(
      fc.property(responses(streams, new Set()), (drawn) => assert.deepEqual(judged(drawn), [])),
      { numRuns: 400, seed: 7, examples: [[usualOf(streams)]] },
    )
    assert.deepEqual(usedBy(usualOf(streams)), [])
  })

test('generates each freedom, except those that are known to break the client', () => {
  for (const streams of [true, false]) {
    const drawn = fc.sample(responses(streams, new Set()), { numRuns: 400, seed: 7 })
    const names = new Set(drawn.flatMap((one) => usedBy(one).map(({ name }) => name)))
    assert.ok(names.size >= 12, [...names].join())
    assert.deepEqual(fc.sample(responses(streams, names), { numRuns: 50, seed: 7 }).flatMap(usedBy), [])
  }
})

test('a careful client passes', async () => {
  const { code, seed, results } = await fuzzed('careful', 80)
  assert.deepEqual([code, seed, results.map(({ name, standing }) => `${name} ${standing}`)], [0, 5, ['fuzz pass']])
  assert.ok((results[0]?.milliseconds ?? 0) > 0)
})

test('finds the smallest stream that breaks a client which expects a choice in each chunk', async () => {
  const out = folder()
  const { code, results } = await fuzzed('choosing', 60, '--out', out)
  assert.equal(code, 1)
  assert.ok(results.length > 0)
  for (const { standing, gateway } of results) {
    assert.equal(standing, 'fail')
    assert.match(gateway, /^sends a legal response in which (no choices|usage) is "(first|middle|last)[^"]*"$/)
  }
  const config = parseConfig(textAt(out, 'client-fuzz.yaml'))
  const [key = ''] = config.projects['fuzz-1']?.keys ?? []
  await using mock = await startMock({ config })
  const response = await send(mock.url, saying('Hi', { model: 'svc/small', stream: true }), key)
  assert.equal(await response.text(), results[0]?.response)
  const written = textAt(out, 'client-fuzz.test.ts')
  assert.ok(written.includes(JSON.stringify(results[0]?.response)))
  assert.equal(written.match(/^test\(/gm)?.length, results.length)
})

test('finds a response in two packets for a client that decodes each packet separately', async () => {
  const { results } = await fuzzed('packets', 60)
  assert.match(results[0]?.gateway ?? '', /packets begin at \d+/)
})

test('stops after the usual responses if a client breaks on them or sends no request', async () => {
  const { code, results } = await fuzzed('failing', 60)
  const standings = results.map(({ name, standing }) => `${name} ${standing}`)
  assert.deepEqual(standings, ['fuzz-usual-stream fail', 'fuzz-usual-json fail'])
  assert.equal(code, 1)
  const silent = await fuzzed('silent', 60)
  assert.deepEqual([silent.code, silent.results.map(({ standing }) => standing)], [3, ['inconclusive']])
})

test('the adapter of openai-node reads every legal response', async () => {
  const program = join(root, 'examples/client-conformance/openai-lines.js')
  const args = ['client', '--one-process', '--fuzz', '60', '--seed', '1', '--', process.execPath, program]
  await exits(0, args)
})
