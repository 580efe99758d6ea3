/** One row of the matrix: a run of the harness against a gateway, with one kind of error at one request. */
import { exitCodes } from '../../../cli/exit-codes.ts'
import type { MockServer } from '../../../mock/index.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { certify, type Result } from '../../../suites/harness/run/certify.ts'
import type { Check } from '../../../suites/harness/run/check.ts'
import { allChecks } from '../../../suites/index.ts'
import { closing } from '../../prove/closing.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'
import { CONFORMING, type Gateway } from './gateways.ts'
import { type Kind, kindOf } from './kinds.ts'
import { disturbingProxy } from './proxy.ts'

export interface Job {
  readonly kind: string
  readonly gateway: Gateway
  /** The affected request, counted from 1. */
  readonly place: number
  /** The seed of the run, if not the default. */
  readonly seed?: number | undefined
  /** The only check to run; default: all checks of the profile. */
  readonly check?: string | undefined
}

export interface Row extends Job {
  readonly conclusion: Result['conclusion']
  readonly exit: number
  /** Requirements that failed, each with its first finding. */
  readonly red: Readonly<Record<string, string>>
  /** Requirements that only warn, each with its first finding. */
  readonly warned: Readonly<Record<string, string>>
  /** The number of requests of the run. */
  readonly requests: number
  /** The first request that met the error. */
  readonly met: string | undefined
  readonly milliseconds: number
  readonly problem?: string
}

/** A row in a few words. */
export function nameOf({ kind, gateway, place, seed, check }: Job): string {
  const which = `${seed === undefined ? '' : `, seed ${seed}`}${check === undefined ? '' : `, ${check} alone`}`
  return `${kind} at request ${place} of ${gateway}${which}`
}

function found({ judged }: Result, verdict: 'fail' | 'warn'): Record<string, string> {
  const hit = judged.filter((each) => each.verdict === verdict)
  return Object.fromEntries(
    hit.map(({ requirement, findings }) => {
      const first = findings.find(({ outcome }) => outcome === 'fail')
      return [requirement.id, `${first?.message}${first?.actual === undefined ? '' : `: ${first.actual}`}`]
    }),
  )
}

function exitOf({ conclusion, judged }: Result): number {
  if (conclusion === 'nonconformant') return exitCodes.nonconformant
  return judged.some(({ verdict }) => verdict === 'error') ? exitCodes.broken : exitCodes[conclusion]
}

/** What is wrong with a row: the error changed a verdict, or the run did not notice that the gateway is gone. */
export function problemOf(kind: Kind, row: Omit<Row, 'problem'>): string | undefined {
  const { gateway, conclusion, exit, red, requests, place, check } = row
  if (exit === exitCodes.broken) return 'the harness broke'
  if (gateway !== CONFORMING) return conclusion === 'conformant' ? 'a broken gateway was certified' : undefined
  if (conclusion === 'nonconformant') return `a conforming gateway was accused: ${Object.keys(red).join(', ')}`
  // A run of one check leaves other requirements open, so it is never certified.
  if (check !== undefined) return undefined
  if (row.met === undefined) return 'the error never occurred'
  if (kind.certified && conclusion !== 'conformant') return 'a conforming gateway was not certified'
  if (kind.maxAfter !== undefined && requests > place + kind.maxAfter)
    return `${requests - place} requests were sent after the gateway had gone`
  return undefined
}

export async function runRow(job: Job, mock: MockServer, all: readonly Check[] = allChecks): Promise<Row> {
  const kind = kindOf(job.kind)
  const checks = job.check === undefined ? all : all.filter(({ id }) => id === job.check)
  return closing(await disturbingProxy(mock.url, { kind, place: job.place }), async (proxy) => {
    const started = performance.now()
    const path = job.gateway === CONFORMING ? '' : `/faults/${job.gateway}`
    const target = gatewayTarget({ url: proxy.url, demo: mock.demo }, path, kind.timeout)
    const result = await certify({ target, checks, profile: 'full', ...compact({ seed: job.seed }) })
    const row = {
      ...job,
      conclusion: result.conclusion,
      exit: exitOf(result),
      red: found(result, 'fail'),
      warned: found(result, 'warn'),
      requests: result.requests,
      met: proxy.met,
      milliseconds: Math.round(performance.now() - started),
    }
    const problem = problemOf(kind, row)
    return problem === undefined ? row : { ...row, problem }
  })
}
