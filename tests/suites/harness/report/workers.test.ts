import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replay } from '../../../../suites/harness/report/replay.ts'
import { reportOf } from '../../../../suites/harness/report/report.ts'
import { parseTranscript, transcriptText } from '../../../../suites/harness/report/transcript-file.ts'
import { judgeWorkers, type WorkerRun } from '../../../../suites/harness/report/workers.ts'
import { runCheck } from '../../../../suites/harness/run/certify.ts'
import type { Check } from '../../../../suites/harness/run/check.ts'
import { runPreflight } from '../../../../suites/harness/run/preflight.ts'
import { select } from '../../../../suites/harness/run/select.ts'
import { Session } from '../../../../suites/harness/run/session/session.ts'
import { allChecks } from '../../../../suites/index.ts'
import { mockForFile } from '../../../mock/asking.ts'
import { aboutRun, mockAt } from '../../../reporters/samples.ts'

const mock = await mockForFile()

/** A run of the profile smoke in two shards, each with half of the checks. */
async function inShards(where: string) {
  const target = mockAt(`${mock.url}${where}`)
  const selection = select(allChecks, 'smoke', {})
  const half = Math.ceil(selection.checks.length / 2)
  const work = async (checks: readonly Check[], index: number): Promise<WorkerRun> => {
    const session = new Session(target, { seed: 1, runs: 1, profile: 'smoke' })
    const preflight = await runPreflight(session)
    const outcomes: WorkerRun['outcomes'][number][] = []
    for (const check of checks) outcomes.push({ check: check.id, ...(await runCheck(session, preflight, check)) })
    await session.live.client.close()
    return { name: `${index + 1}.0`, preflight, exchanges: session.exchanges, outcomes }
  }
  const workers = await Promise.all([selection.checks.slice(0, half), selection.checks.slice(half)].map(work))
  const requests = workers.flatMap(({ exchanges }) => exchanges).length
  const times = { started: new Date('2026-11-23'), finished: new Date('2026-11-23') }
  const made = { workers, shards: 2 }
  const result = judgeWorkers(made, { selection, seed: 1, runs: 1, requests, ...times }, false)
  const options = aboutRun(target)
  const text = transcriptText(result, target, options, made)
  return { result, report: reportOf(result, options), run: parseTranscript(text, 'transcript') }
}

const conforming = await inShards('')
const broken = await inShards('/faults/model-id-null')

test('a replay of the transcript of two shards has the same report as the merged run', async () => {
  for (const [conclusion, { report, run }] of Object.entries({ conformant: conforming, nonconformant: broken })) {
    const again = await replay(run, allChecks)
    assert.deepEqual([again.divergences, again.report.conclusion], [[], conclusion])
    assert.equal(JSON.stringify(again.report), JSON.stringify(report))
  }
})

test('each exchange of the merged run has its own id, name and connection', () => {
  const { exchanges, evidence } = conforming.result.transcript
  const ids = new Set(exchanges.map(({ id }) => id))
  assert.equal(ids.size, exchanges.length)
  assert.ok(exchanges.some(({ name }) => name.endsWith('~2.0')))
  for (const { exchange, control = exchange } of evidence) assert.ok(ids.has(exchange) && ids.has(control), exchange)
  const { head, exchanges: sent } = conforming.run
  const connectionsOf = (of: typeof sent): number => new Set(of.map(({ connection }) => connection)).size
  const [one = 0, other = 0] = (head.workers ?? []).map(({ name }) =>
    connectionsOf(sent.filter(({ worker }) => worker === name)),
  )
  assert.ok(one > 0 && other > 0)
  assert.equal(new Set(exchanges.map(({ connection }) => connection)).size, one + other)
})

const { head, exchanges } = conforming.run
const [first = { name: '', checks: [] }, second = { name: '', checks: [] }] = head.workers ?? []
const ofFirst = exchanges.filter(({ worker }) => worker === first.name)

const unchecked = { ...second, checks: [] }

for (const [title, change, sent] of [
  ['without a shard', { workers: [first] }, ofFirst],
  ['without a shard, and with one less in its head', { workers: [first], shards: 1 }, ofFirst],
  ['without the checks of a worker', { workers: [first, unchecked] }, exchanges],
] as const)
  test(`a record ${title} is incomplete`, async () => {
    const { report } = await replay({ head: { ...head, ...change }, exchanges: sent }, allChecks)
    assert.equal(report.conclusion, 'incomplete')
  })

const under = (worker: string) => exchanges.map((one) => ({ ...one, worker }))

for (const [title, others, kind] of [
  ['lacks the exchanges of a worker', ofFirst, 'missing'],
  ['has the exchanges under the name of the other', under(first.name), 'recorded twice'],
  ['has the exchanges under an unknown name', under('9.9'), 'never requested'],
] as const)
  test(`a record that ${title} diverges from the checks`, async () => {
    const { divergences } = await replay({ head, exchanges: others }, allChecks)
    const kinds = divergences.map((each) => each.kind)
    assert.ok(kinds.includes(kind), JSON.stringify(divergences))
  })

test('refuses a check in two shards, and too many checks', async () => {
  const twice = { ...head, workers: [first, { ...second, checks: [...second.checks, ...first.checks.slice(0, 1)] }] }
  await assert.rejects(replay({ head: twice, exchanges }, allChecks), /occurs twice/)
  const many = { ...head, workers: [{ ...first, checks: Array.from({ length: 5000 }, () => first.checks[0] ?? '') }] }
  await assert.rejects(replay({ head: many, exchanges }, allChecks), /more checks than any run/)
})
