/** Runs against conforming gateways, one for each seed: no seed may lead to an accusation. */
import { listVariants, startMock } from '../../../mock/index.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { allChecks } from '../../../suites/index.ts'
import { pickFreedoms, startSecondGateway } from '../../adversary/second-gateway/index.ts'
import { closing } from '../closing.ts'
import { gatewayTarget } from '../gateway-target.ts'
import { INCOMPLETE } from '../jobs.ts'
import { runOf } from '../outcome.ts'

export interface SeedJob {
  readonly seed: number
  readonly profile: 'core' | 'full'
  /** `second`, or the path of a gateway of the mock: a variant, or the one fault that breaks only a should. */
  readonly gateway: string
  /** Runs only the generated checks. */
  readonly generated: boolean
}

export type SeedRow = Awaited<ReturnType<typeof runSeed>>

/** An `error.param` that names no field causes a warning, but the run must stay conformant. */
const OTHER_WORD = 'faults/error-param-names-the-body'
const WARNED = new Set(['error-param-path'])

const variants = listVariants()
  .map(({ name }) => name)
  .filter((name) => !INCOMPLETE.test(name))

/** The legal forms of `error.param`, used in turn by the seeds. */
export const paramForms: readonly string[] = [
  ...variants.filter((name) => name.startsWith('param-')).map((name) => `variants/${name}`),
  OTHER_WORD,
]

const turn = <Item>(items: readonly Item[], seed: number): Item => items[seed % items.length] as Item

/** The runs of n seeds: against the mock, the second gateway with drawn freedoms, a form of param and a variant. */
export function seedJobs(from: number, size: number, generated: boolean): SeedJob[] {
  // The generated checks of full include those of core.
  const profiles = generated ? (['full'] as const) : (['core', 'full'] as const)
  return Array.from({ length: size }, (_, at) => from + at).flatMap((seed) =>
    ['', 'second', turn(paramForms, seed), `variants/${turn(variants, seed)}`].flatMap((gateway) =>
      profiles.map((profile): SeedJob => ({ seed, profile, gateway, generated })),
    ),
  )
}

/** What is wrong with one run. With only generated checks, open requirements are expected, and ignored. */
async function problemsAt(target: Target, { seed, profile, gateway, generated }: SeedJob) {
  const checks = generated ? allChecks.filter(({ kind }) => kind === 'property') : allChecks
  const run = runOf(await certify({ target, checks, profile, seed }))
  const warned = gateway === OTHER_WORD ? WARNED : new Set<string>()
  const problems = run.red.filter((id) => !warned.has(id)).map((id) => `${id} is red: ${run.why[id]}`)
  if (!generated && problems.length === 0 && run.conclusion !== 'conformant')
    problems.push(`not certified (${run.conclusion}): ${run.open.join(', ')}`)
  return { problems: [...problems, ...run.harnessErrors], requests: run.requests }
}

/** Starts a gateway for each run, so that concurrent runs do not share a limit on concurrent requests. */
export async function runSeed(job: SeedJob) {
  return closing(
    job.gateway === 'second'
      ? await startSecondGateway({ freedoms: pickFreedoms(job.seed, { strict: true }) })
      : await startMock(),
    async (gateway) => {
      const target =
        'demo' in gateway
          ? gatewayTarget(gateway, job.gateway === '' ? '' : `/${job.gateway}`)
          : gatewayTarget({ url: gateway.url, demo: { ...gateway.keys, ...gateway.models } })
      return { ...job, ...(await problemsAt(target, job)) }
    },
  )
}
