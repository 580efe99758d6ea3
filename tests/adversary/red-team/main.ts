/** Runs the harness against every breach and every oddity: `main.ts [--breach PATTERN] [--oddity PATTERN]`. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { certify } from '../../../suites/harness/run/certify.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { allChecks } from '../../../suites/index.ts'
import { type Run, runOf } from '../../prove/outcome.ts'
import type { SecondGateway } from '../second-gateway/index.ts'
import type { Breach } from './breaches/breach.ts'
import { breaches } from './breaches/index.ts'
import { startLayer } from './layer/layer.ts'
import type { Mutation } from './layer/mutation.ts'
import { oddities } from './oddities/index.ts'
import type { Oddity } from './oddities/oddity.ts'

const targetOf = (url: string, { keys, models }: SecondGateway): Target => ({
  baseUrl: url,
  keys,
  models: { foreign: models.foreign },
  provoke: {
    disabled: { role: 'disabled', headers: [] },
    limited: { role: 'limited', headers: [] },
    unavailable: { role: 'valid', model: models.unavailable, headers: [] },
    internal: { role: 'valid', headers: [['x-test-fault', 'internal']] },
  },
  limits: { requests: 4000, rate: Number.POSITIVE_INFINITY, concurrency: 12, timeout: 5000, maxTokens: 16 },
})

async function runOn(mutation: Mutation): Promise<{ run: Run; emitted: number }> {
  const layer = await startLayer(mutation)
  try {
    const result = await certify({ target: targetOf(layer.url, layer.gateway), checks: allChecks, profile: 'full' })
    return { run: runOf(result), emitted: layer.emitted }
  } finally {
    await layer.close()
  }
}

const covers = (patterns: readonly string[], id: string): boolean =>
  patterns.some((pattern) => (pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern))

const reasons = ({ why }: Run, ids: readonly string[]): string =>
  ids.map((id) => `${id} (${(why[id] ?? '').replace(/\s+/g, ' ').slice(0, 160)})`).join('; ')

const { values } = parseArgs({ options: { breach: { type: 'string' }, oddity: { type: 'string' } } })
const all = values.breach === undefined && values.oddity === undefined
const picks = (pattern: string | undefined, name: string): boolean =>
  all || (pattern !== undefined && new RegExp(pattern).test(name))

const patience = 45_000

async function breachLines({ name, sentence, breaks, level, ...mutation }: Breach): Promise<string[]> {
  const { run, emitted } = await runOn(mutation)
  const hits = run.red.filter((id) => covers(breaks, id))
  const others = run.red.filter((id) => !covers(breaks, id))
  const lines = run.harnessErrors.map((error) => `BROKE ${name} ${error}`)
  if (hits.length === 0)
    lines.push(
      `SURVIVES ${name} [${level}: ${sentence}] emitted ${emitted}, ${run.conclusion}; open: ${run.open.slice(0, 4)}`,
    )
  if (others.length > 0) lines.push(`BLAMES ${name} [${sentence}] ${reasons(run, others)}`)
  return lines
}

async function oddityLines({ name, reason, level, ...mutation }: Oddity): Promise<string[]> {
  const { run, emitted } = await runOn(mutation)
  const green = run.red.length === 0 && run.harnessErrors.length === 0
  if (green && (level === 'incomplete' || run.conclusion === 'conformant'))
    return emitted === 0 && mutation.freedoms === undefined && mutation.idle === undefined ? [`IDLE ${name}`] : []
  return [
    `ACCUSES ${name} [${reason}] ${run.conclusion}: ${reasons(run, run.red)} open: ${run.open} ${run.harnessErrors.slice(0, 2)}`,
  ]
}

const rows = new Map([
  ...breaches
    .filter(({ name }) => picks(values.breach, name))
    .map((row) => [row.name, () => breachLines(row)] as const),
  ...oddities
    .filter(({ name }) => picks(values.oddity, name))
    .map((row) => [row.name, () => oddityLines(row)] as const),
])

/** A run that never ends must not end the others, so the runs are in a thread that can be stopped. */
async function supervise(): Promise<void> {
  const tally = new Map<string, number>()
  let worker: Worker | undefined
  for (const name of rows.keys()) {
    worker ??= new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) })
    worker.postMessage(name)
    const lines = await Promise.race([
      once(worker, 'message').then(([said]) => said as string[]),
      pause(patience, undefined, { ref: false }),
    ])
    for (const line of lines ?? [`HANGS ${name}`]) {
      console.log(line)
      const kind = line.split(' ', 1)[0] ?? ''
      tally.set(kind, (tally.get(kind) ?? 0) + 1)
    }
    if (lines) continue
    await worker.terminate()
    worker = undefined
  }
  await worker?.terminate()
  console.log(`${rows.size} rows; ${[...tally].map(([kind, times]) => `${kind} ${times}`).join(', ')}`)
}

if (isMainThread) await supervise()
else
  parentPort?.on('message', async (name: string) => {
    parentPort?.postMessage(await rows.get(name)?.())
  })
