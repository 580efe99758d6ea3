/** Runs the harness against every breach and every oddity: `main.ts [--breach PATTERN] [--oddity PATTERN]`. */
import { parseArgs } from 'node:util'
import { certify } from '../../suites/harness/certify.ts'
import type { Target } from '../../suites/harness/target.ts'
import { allChecks } from '../../suites/index.ts'
import { type Run, runOf } from '../prove/outcome.ts'
import type { SecondGateway } from '../second-gateway/index.ts'
import { breaches } from './breaches/index.ts'
import { startLayer } from './layer/layer.ts'
import type { Mutation } from './layer/mutation.ts'
import { oddities } from './oddities/index.ts'

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

let [tried, survived, blamed, accused] = [0, 0, 0, 0]
for (const { name, sentence, breaks, level, ...mutation } of breaches) {
  if (!picks(values.breach, name)) continue
  tried++
  const { run, emitted } = await runOn(mutation)
  const hits = run.red.filter((id) => covers(breaks, id))
  const others = run.red.filter((id) => !covers(breaks, id))
  if (hits.length === 0) {
    survived++
    console.log(`SURVIVES ${name} [${level}: ${sentence}] emitted ${emitted}, ${run.conclusion}; open: ${run.open.slice(0, 4)}`)
  }
  if (others.length > 0) {
    blamed++
    console.log(`BLAMES ${name} [${sentence}] ${reasons(run, others)}`)
  }
  for (const error of run.harnessErrors) console.log(`BROKE ${name} ${error}`)
}
for (const { name, reason, level, ...mutation } of oddities) {
  if (!picks(values.oddity, name)) continue
  tried++
  const { run, emitted } = await runOn(mutation)
  const may = level === 'incomplete'
  if (run.red.length === 0 && (may || run.conclusion === 'conformant') && run.harnessErrors.length === 0) {
    if (emitted === 0 && Object.keys(mutation.freedoms ?? {}).length === 0) console.log(`IDLE ${name}`)
    continue
  }
  accused++
  console.log(`ACCUSES ${name} [${reason}] ${run.conclusion}: ${reasons(run, run.red)} open: ${run.open} ${run.harnessErrors.slice(0, 2)}`)
}
console.log(`${tried} rows, ${survived} survivors, ${blamed} with other blames, ${accused} oddities accused`)
