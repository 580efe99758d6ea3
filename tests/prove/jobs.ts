/** The rows of the matrix, and how one is run. */
import { listFaults, listVariants, type MockServer } from '../../mock/index.ts'
import { compact } from '../../suites/harness/http/compact.ts'
import { nullServers } from '../adversary/null-servers/index.ts'
import { redTeamFaults, redTeamVariants } from '../adversary/red-team/index.ts'
import { ASKED_FOR, type Seen, seenIn, trafficProblems } from '../suites/harness/traffic/agreement.ts'
import { deservedBy } from './deserved.ts'
import { gatewayTarget } from './gateway-target.ts'
import { type Harness, ownHarness } from './harness.ts'
import { type CoreRun, runCore } from './one-key.ts'
import { faultProblems, nullProblems, type Run, runOf, variantProblems } from './outcome.ts'
import { faultOverSecond, variantOverSecond } from './second-gateway.ts'

/** Rows of the red team run over the second gateway, the others on the mock or on a null server. */
export type Kind = 'baseline' | 'fault' | 'variant' | 'null' | 'red-team fault' | 'red-team variant'

export interface Job {
  readonly kind: Kind
  readonly name: string
  /** Runs the profile core as well, against the faults that it promises to find. */
  readonly core?: boolean
}

export interface Row extends Omit<Job, 'core'> {
  /** Absent where core was not asked for, or promises nothing. */
  readonly core?: CoreRun
  /** What judge finds in its exchanges; absent where the row is not over the mock. */
  readonly seen?: Seen
  readonly problems: readonly string[]
  readonly run: Run
  readonly emitted: number
  readonly milliseconds: number
}

/** Variants that leave the run nothing to complete with, or nothing to count: not certified, and not accused either. */
export const INCOMPLETE = /^(empty-catalog|.*-always-unavailable|unavailable-answers-anyway)/

export function allJobs(): Job[] {
  return [
    { kind: 'baseline', name: 'the mock as it is' },
    ...listFaults().map(({ name }): Job => ({ kind: 'fault', name })),
    ...listVariants().map(({ name }): Job => ({ kind: 'variant', name })),
    ...nullServers.map(({ name }): Job => ({ kind: 'null', name })),
    ...redTeamFaults.map(({ name }): Job => ({ kind: 'red-team fault', name })),
    ...redTeamVariants.map(({ name }): Job => ({ kind: 'red-team variant', name })),
  ]
}

async function againstNull(name: string, harness: Harness): Promise<{ run: Run; problems: string[] }> {
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
    const run = runOf(await harness.certify({ target, checks: harness.checks, profile: 'full' }))
    return { run, problems: nullProblems(deservedBy(name), run) }
  } finally {
    await server.close()
  }
}

/** The row of this name, in a list that has it. */
function named<Item extends { readonly name: string }>(items: readonly Item[], name: string): Item {
  const item = items.find((one) => one.name === name)
  if (!item) throw new Error(`there is no row '${name}'`)
  return item
}

/** Milliseconds for an exchange: some faults never respond, and each of them is waited for. */
const MAX_WAIT = 5000

async function againstMock({ kind, name, core: withCore }: Job, mock: MockServer, harness: Harness) {
  const path = kind === 'baseline' ? '' : `/${kind}s/${name}`
  const target = gatewayTarget(mock, path, MAX_WAIT)
  const { certify, checks } = harness
  const full = await certify({ target, checks, profile: 'full' })
  const run = runOf(full)
  const seen = seenIn(full)
  if (kind !== 'fault')
    return { run, seen, problems: [...variantProblems(run, INCOMPLETE.test(name)), ...trafficProblems(seen, [])] }
  const emitted = mock.emitted(name)
  const { breaks } = named(listFaults(), name)
  const core = withCore ? await runCore({ name, breaks }, full, target, checks, () => mock.emitted(name)) : undefined
  const problems = [...faultProblems(breaks, emitted, run), ...(core?.problems ?? [])]
  return {
    run,
    core,
    seen,
    emitted,
    problems: [...problems, ...trafficProblems(seen, [...breaks, ...run.red, ...ASKED_FOR])],
  }
}

/** The kind of a row, besides its name and its time. */
interface Ran extends Pick<Row, 'problems' | 'run'> {
  readonly emitted?: number
  readonly core?: CoreRun | undefined
  readonly seen?: Seen
}

/** Runs one row against the mock, or against its own server. */
export async function runJob(job: Job, mock: MockServer, harness: Harness = ownHarness): Promise<Row> {
  const started = performance.now()
  const run = (): Promise<Ran> => {
    switch (job.kind) {
      case 'null':
        return againstNull(job.name, harness)
      case 'red-team fault':
        return faultOverSecond(named(redTeamFaults, job.name), harness, job.core)
      case 'red-team variant':
        return variantOverSecond(named(redTeamVariants, job.name), harness)
      default:
        return againstMock(job, mock, harness)
    }
  }
  const { core, ...ran } = await run()
  const { kind, name } = job
  return { kind, name, emitted: 0, ...ran, ...compact({ core }), milliseconds: Math.round(performance.now() - started) }
}
