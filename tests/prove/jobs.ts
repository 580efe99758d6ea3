/** The rows of the matrix, and the code that runs one. */
import { listFaults, listVariants, type MockServer } from '../../mock/index.ts'
import { compact } from '../../suites/harness/http/compact.ts'
import { nullServers } from '../adversary/null-servers/index.ts'
import {
  type RedTeamFault,
  type RedTeamVariant,
  redTeamFaults,
  redTeamVariants,
  startLayer,
} from '../adversary/red-team/index.ts'
import { ASKED_FOR, type Seen, seenIn, trafficProblems } from '../suites/harness/traffic/agreement.ts'
import { closing } from './closing.ts'
import { deservedBy } from './deserved.ts'
import { type DemoGateway, gatewayTarget, oneKeyTarget, secondTarget } from './gateway-target.ts'
import { type Harness, ownHarness } from './harness.ts'
import { type CoreRun, runCore } from './one-key.ts'
import { faultProblems, faultProblemsByChance, nullProblems, type Run, runOf, variantProblems } from './outcome.ts'

/** Rows of the red team run over the second gateway, the others on the mock or on a null server. */
export type Kind = 'baseline' | 'fault' | 'variant' | 'null' | 'red-team fault' | 'red-team variant'

export interface Job {
  readonly kind: Kind
  readonly name: string
  /** Runs the profile core as well, against the faults that it promises to find. */
  readonly core?: boolean
}

export interface Row extends Omit<Job, 'core'> {
  /** Absent if core was not requested, or promises nothing. */
  readonly core?: CoreRun
  /** What `judge` finds in its exchanges; absent if the row does not use the mock. */
  readonly seen?: Seen
  readonly problems: readonly string[]
  readonly run: Run
  readonly emitted: number
  readonly milliseconds: number
}

/** What a run shows, besides its row and its time. */
interface Ran extends Pick<Row, 'problems' | 'run'> {
  readonly emitted?: number
  readonly core?: CoreRun | undefined
  readonly seen?: Seen
}

/** The name of a row in the matrix. */
export const rowName = ({ kind, name }: Pick<Job, 'kind' | 'name'>): string => `${kind} ${name}`

/** Variants without a usable model, or without anything to count: such a run neither certifies nor accuses. */
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

/** The row with this name, which the list must have. */
function named<Item extends { readonly name: string }>(items: readonly Item[], name: string): Item {
  const item = items.find((one) => one.name === name)
  if (!item) throw new Error(`there is no row '${name}'`)
  return item
}

async function againstNull(name: string, harness: Harness): Promise<Ran> {
  return closing(await named(nullServers, name).start(), async (server) => {
    // A null server has no other projects.
    const demo = { valid: 'svc_nullserver_0123456789abcdef' } as DemoGateway['demo']
    const target = oneKeyTarget(gatewayTarget({ url: server.url, demo }, '', 700))
    const run = runOf(await harness.certify({ target, checks: harness.checks, profile: 'full' }))
    return { run, problems: nullProblems(deservedBy(name), run) }
  })
}

/** A row of the red team over the second gateway. @param fault set if the profile core should run as well */
async function overSecond(row: RedTeamFault | RedTeamVariant, { certify, checks }: Harness, fault?: RedTeamFault) {
  return closing(await startLayer(row), async (layer) => {
    const target = secondTarget(layer.url, layer.gateway)
    const full = await certify({ target, checks, profile: 'full' })
    const { emitted } = layer
    const core = fault && (await runCore(fault, full, target, checks, () => layer.emitted))
    return { run: runOf(full), emitted, core }
  })
}

async function faultOverSecond(row: RedTeamFault, harness: Harness, withCore = false): Promise<Ran> {
  const ran = await overSecond(row, harness, withCore ? row : undefined)
  const problems = faultProblemsByChance(row.breaks, ran.emitted, ran.run)
  return { ...ran, problems: [...problems, ...(ran.core?.problems ?? [])] }
}

async function variantOverSecond(row: RedTeamVariant, harness: Harness): Promise<Ran> {
  const ran = await overSecond(row, harness)
  const changes = row.reply ?? row.ask ?? row.early
  const idle = changes && ran.emitted === 0 ? ['the variant was never emitted'] : []
  return { ...ran, problems: [...variantProblems(ran.run, row.incomplete), ...idle] }
}

/** Milliseconds for an exchange; short, because some faults never respond, and each such request times out. */
const MAX_WAIT = 5000

async function againstMock({ kind, name, core: withCore }: Job, mock: MockServer, harness: Harness): Promise<Ran> {
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
  const traffic = trafficProblems(seen, [...breaks, ...run.red, ...ASKED_FOR])
  return {
    run,
    core,
    seen,
    emitted,
    problems: [...faultProblems(breaks, emitted, run), ...(core?.problems ?? []), ...traffic],
  }
}

/** Runs one row against the mock, or against its own server. */
export async function runJob(job: Job, mock: MockServer, harness: Harness = ownHarness): Promise<Row> {
  const started = performance.now()
  const { kind, name } = job
  const run = (): Promise<Ran> => {
    if (kind === 'null') return againstNull(name, harness)
    if (kind === 'red-team fault') return faultOverSecond(named(redTeamFaults, name), harness, job.core)
    if (kind === 'red-team variant') return variantOverSecond(named(redTeamVariants, name), harness)
    return againstMock(job, mock, harness)
  }
  const { core, ...ran } = await run()
  return { kind, name, emitted: 0, ...ran, ...compact({ core }), milliseconds: Math.round(performance.now() - started) }
}
