/** The rows of the matrix, and how one is run. */
import { listFaults, listVariants, type MockServer } from '../../mock/index.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import type { Check } from '../../suites/harness/run/check.ts'
import { allChecks } from '../../suites/index.ts'
import { nullServers } from '../adversary/null-servers/index.ts'
import { deservedBy } from './deserved.ts'
import { gatewayTarget } from './gateway-target.ts'
import { faultProblems, nullProblems, type Run, runOf, variantProblems } from './outcome.ts'

export type Kind = 'baseline' | 'fault' | 'variant' | 'null'

export interface Job {
  readonly kind: Kind
  readonly name: string
}

export interface Row extends Job {
  readonly problems: readonly string[]
  readonly run: Run
  readonly emitted: number
  readonly milliseconds: number
}

/** Variants that leave the run nothing to complete with, or nothing to count: not certified, and not accused either. */
const INCOMPLETE = /^(empty-catalog|.*-always-unavailable)/

export function allJobs(): Job[] {
  return [
    { kind: 'baseline', name: 'the mock as it is' },
    ...listFaults().map(({ name }): Job => ({ kind: 'fault', name })),
    ...listVariants().map(({ name }): Job => ({ kind: 'variant', name })),
    ...nullServers.map(({ name }): Job => ({ kind: 'null', name })),
  ]
}

async function againstNull(name: string, checks: readonly Check[]): Promise<{ run: Run; problems: string[] }> {
  const server = await nullServers.find((entry) => entry.name === name)?.start()
  if (!server) throw new Error(`there is no null server '${name}'`)
  try {
    const base = gatewayTarget(
      {
        url: server.url,
        demo: {
          valid: 'svc_nullserver_0123456789abcdef',
          second: '',
          empty: '',
          disabled: '',
          limited: '',
          foreign: '',
          unavailable: '',
        },
      },
      '',
      700,
    )
    const target = { ...base, keys: { valid: base.keys.valid ?? '' }, models: {}, provoke: {} }
    const run = runOf(await certify({ target, checks, profile: 'full' }))
    return { run, problems: nullProblems(deservedBy(name).passes, run) }
  } finally {
    await server.close()
  }
}

/** Runs one row against the mock, or against a null server of its own. */
export async function runJob(job: Job, mock: MockServer, checks: readonly Check[] = allChecks): Promise<Row> {
  const started = performance.now()
  const row = (run: Run, problems: readonly string[], emitted = 0): Row => ({
    ...job,
    run,
    problems,
    emitted,
    milliseconds: Math.round(performance.now() - started),
  })
  if (job.kind === 'null') {
    const { run, problems } = await againstNull(job.name, checks)
    return row(run, problems)
  }
  const path = job.kind === 'baseline' ? '' : `/${job.kind}s/${job.name}`
  const run = runOf(await certify({ target: gatewayTarget(mock, path), checks, profile: 'full' }))
  if (job.kind !== 'fault') return row(run, variantProblems(run, INCOMPLETE.test(job.name)))
  const fault = listFaults().find(({ name }) => name === job.name)
  const emitted = mock.emitted(job.name)
  return row(run, faultProblems(fault?.breaks ?? [], emitted, run), emitted)
}
