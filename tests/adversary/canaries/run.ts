/** One run against a gateway that gets a share of its responses, drawn by a seed, from a broken backend. */
import { Draw } from '../../../bench/fuzz/requests/draw.ts'
import type { Finding } from '../../../suites/harness/judge/evidence.ts'
import { closing } from '../../prove/closing.ts'
import { secondTarget } from '../../prove/gateway-target.ts'
import type { Harness } from '../../prove/harness.ts'
import { startLayer } from '../red-team/index.ts'
import type { Ask } from '../red-team/layer/ask.ts'
import { holds } from '../red-team/layer/conditions.ts'
import type { Mutation } from '../red-team/layer/mutation.ts'
import { canaryFaults } from './faults.ts'

export interface Job {
  readonly fault: string
  /** The share of responses from the broken backend. */
  readonly share: number
  readonly seed: number
}

export type Row = Awaited<ReturnType<typeof runCanary>>

function canaryOf({ fault: name, share, seed }: Job): Mutation {
  const fault = canaryFaults.find((each) => each.name === name)
  if (!fault) throw new Error(`there is no canary ${name}`)
  const draw = new Draw(seed)
  const broken = new WeakSet<Ask>()
  return {
    ask(ask) {
      if (draw.fraction() < share) broken.add(ask)
      if (broken.has(ask)) fault.ask?.(ask)
      return undefined
    },
    reply(reply, ask) {
      if (broken.has(ask) && holds(() => fault.when(ask, reply))) fault.reply?.(reply, ask)
    },
  }
}

export async function runCanary(job: Job, { certify, checks }: Harness) {
  const breaks: readonly string[] = canaryFaults.find(({ name }) => name === job.fault)?.breaks ?? []
  return closing(await startLayer(canaryOf(job)), async (layer) => {
    const target = secondTarget(layer.url, layer.gateway)
    const { limits } = target
    const result = await certify({
      target: { ...target, limits: { ...limits, requests: 900 } },
      checks,
      profile: 'core',
      seed: job.seed,
    })
    const red = result.judged.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    const failed = (findings: readonly Finding[]): readonly Finding[] =>
      findings.filter(({ outcome }) => outcome === 'fail')
    const own = red.filter(({ requirement }) => breaks.includes(requirement.id))
    const rates = own.flatMap(({ findings }) => failed(findings).flatMap(({ intermittent }) => intermittent ?? []))
    const [rate] = rates.toSorted((a, b) => b.of - a.of)
    const named = red.flatMap(({ findings }) =>
      failed(findings).flatMap(({ only, afterOnConnection }) => only ?? afterOnConnection ?? []),
    )
    return {
      ...job,
      /** Whether a requirement that the fault breaks is red. */
      found: own.length > 0,
      /** The reported rate of the requirement that most responses could show. */
      rate,
      conclusion: result.conclusion,
      /** The reported conditions, all of which are wrong. */
      named: [...new Set(named)],
      requests: result.requests,
    }
  })
}
