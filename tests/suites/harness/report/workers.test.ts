import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startMock } from '../../../../mock/index.ts'
import { replay } from '../../../../suites/harness/report/replay.ts'
import { reportOf } from '../../../../suites/harness/report/report.ts'
import { parseTranscript, type RecordedRun, transcriptText } from '../../../../suites/harness/report/transcript-file.ts'
import { judgeWorkers, type WorkerRun } from '../../../../suites/harness/report/workers.ts'
import { runCheck } from '../../../../suites/harness/run/certify.ts'
import { runPreflight } from '../../../../suites/harness/run/preflight.ts'
import { select } from '../../../../suites/harness/run/select.ts'
import { Session } from '../../../../suites/harness/run/session/session.ts'
import { allChecks } from '../../../../suites/index.ts'
import { aboutRun, mockAt } from '../../../reporters/samples.ts'

const mock = await startMock()
after(() => mock.close())

/** A run of the profile smoke in two shards, each with half of the checks. */
async function inShards(where: string) {
  const target = mockAt(`${mock.url}${where}`)
  const selection = select(allChecks, 'smoke', {})
  const half = Math.ceil(selection.checks.length / 2)
  const workers = await Promise.all(
    [selection.checks.slice(0, half), selection.checks.slice(half)].map(async (checks, index): Promise<WorkerRun> => {
      const session = new Session(target, { seed: 1, runs: 1, profile: 'smoke' })
      const preflight = await runPreflight(session)
      const outcomes: WorkerRun['outcomes'][number][] = []
      for (const check of checks) outcomes.push({ check: check.id, ...(await runCheck(session, preflight, check)) })
      await session.live.client.close()
      return { name: `${index + 1}.0`, preflight, exchanges: session.exchanges, outcomes }
    }),
  )
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

test('what two shards sent, replayed from the transcript, gives the report of the merge byte for byte', async () => {
  for (const [{ report, run }, conclusion] of [
    [conforming, 'conformant'],
    [broken, 'nonconformant'],
  ] as const) {
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
  const connections = ([first, second] = conforming.run.head.workers ?? []): unknown[] =>
    [first, second].map(
      (worker) =>
        new Set(conforming.run.exchanges.flatMap((one) => (one.worker === worker?.name ? [one.connection] : []))).size,
    )
  const [one, other] = connections() as [number, number]
  assert.equal(new Set(exchanges.map(({ connection }) => connection)).size, one + other)
})

const { head, exchanges } = conforming.run
const [first = { name: '', checks: [] }, second = { name: '', checks: [] }] = head.workers ?? []
const ofFirst = exchanges.filter(({ worker }) => worker === first.name)

const incomplete: readonly (readonly [title: string, run: RecordedRun])[] = [
  ['without a shard', { head: { ...head, workers: [first] }, exchanges: ofFirst }],
  [
    'without a shard that it claims not to have',
    { head: { ...head, workers: [first], shards: 1 }, exchanges: ofFirst },
  ],
  ['without the checks of a worker', { head: { ...head, workers: [first, { ...second, checks: [] }] }, exchanges }],
]
for (const [title, run] of incomplete) {
  test(`a record ${title} is incomplete`, async () => {
    assert.equal((await replay(run, allChecks)).report.conclusion, 'incomplete')
  })
}

const foreign: readonly (readonly [title: string, exchanges: RecordedRun['exchanges'], kind: string])[] = [
  ['lacks the exchanges of a worker', ofFirst, 'missing'],
  ['has them under the name of the other', exchanges.map((one) => ({ ...one, worker: first.name })), 'recorded twice'],
  ['has them under a name that no worker has', exchanges.map((one) => ({ ...one, worker: '9.9' })), 'never requested'],
]
for (const [title, others, kind] of foreign) {
  test(`a record that ${title} is not what the checks ask`, async () => {
    const { divergences } = await replay({ head, exchanges: others }, allChecks)
    assert.ok(
      divergences.some((each) => each.kind === kind),
      JSON.stringify(divergences),
    )
  })
}

test('a check that two shards ran, or more checks than any run has, is refused', async () => {
  const twice = { ...head, workers: [first, { ...second, checks: [...second.checks, ...first.checks.slice(0, 1)] }] }
  await assert.rejects(replay({ head: twice, exchanges }, allChecks), /occurs twice/)
  const many = { ...head, workers: [{ ...first, checks: Array.from({ length: 5000 }, () => first.checks[0] ?? '') }] }
  await assert.rejects(replay({ head: many, exchanges }, allChecks), /more checks than any run/)
})
