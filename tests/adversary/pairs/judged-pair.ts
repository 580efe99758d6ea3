/** What a run against two faults reports about each, and why one may be hidden. */
import { type Fault, startMock } from '../../../mock/index.ts'
import { type Exchange, type HttpResponse, mediaType } from '../../../suites/harness/http/exchange.ts'
import { certify, type Result } from '../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../suites/index.ts'
import { closing } from '../../prove/closing.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'
import { covers } from '../../prove/outcome.ts'
import type { Pair } from './families.ts'

/** Milliseconds for an exchange; short, because some faults never respond, and each such request times out. */
const TIMEOUT = 5000

export type JudgedPair = Awaited<ReturnType<typeof judgedPair>>

interface Hidden {
  readonly name: string
  /** Requirements that are red if only this fault is enabled. */
  readonly alone: readonly string[]
  /** Why the contract lets the other fault hide it; absent if it does not. */
  readonly masked?: string
  readonly why: string
}

/** A run with the default limits. */
async function runWith(faults: readonly string[]): Promise<Result & { readonly cost: { readonly followUps: number } }> {
  return closing(await startMock({ faults }), async (mock) => {
    const target = gatewayTarget(mock, '', TIMEOUT)
    const { requests: _requests, bytes: _bytes, ...limits } = target.limits
    return await certify({ target: { ...target, limits }, checks: allChecks, profile: 'full' })
  })
}

const redIn = ({ judged }: Result): string[] =>
  judged.flatMap(({ requirement, verdict }) => (verdict === 'fail' || verdict === 'warn' ? [requirement.id] : []))

/** The red requirements that show this fault but not the other one. */
const ownIn = (result: Result, fault: Fault, other: Fault): string[] =>
  redIn(result).filter((id) => covers(fault.breaks, id) && !covers(other.breaks, id))

/**
 * Status, media type, and the JSON type of the parent of the member that a finding names. If another fault changes the
 * type of the parent, a rule about its members no longer applies.
 */
function kindOf({ response, failure }: Exchange, at: string | undefined): string {
  if (!response) return failure?.code ?? 'nothing'
  return `${response.status} ${mediaType(response)} ${at === undefined ? '' : holderIn(response, at)}`
}

/** The JSON type of the parent of a pointer; empty if the body is not JSON. */
function holderIn({ body }: HttpResponse, at: string): string {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(body).toString())
  } catch {
    return ''
  }
  for (const name of at.split('/').slice(1, -1)) value = (value as Record<string, unknown> | null)?.[name]
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
}

const byId = ({ transcript }: Result): ReadonlyMap<string, Exchange> =>
  new Map(transcript.exchanges.map((exchange) => [exchange.id, exchange]))

/**
 * Why one fault may hide the other: no valid completion succeeds, so that nothing else runs; the responses have another
 * status, type or form, so that the rule no longer applies; or the valid control of a refusal was not accepted.
 *
 * @param shown the findings of the fault alone
 */
function maskOf(alone: Result, both: Result, ids: readonly string[]): string | undefined {
  if (both.preflight.model === undefined && alone.preflight.model !== undefined)
    return `the other fault leaves no valid completion to compare with: ${both.preflight.lack ?? 'no model'}`
  const [before, after] = [byId(alone), byId(both)]
  const findings = alone.judged
    .filter(({ requirement }) => ids.includes(requirement.id))
    .flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === 'fail'))
  const shown = findings.flatMap(({ at, exchanges: [first = ''] }) => {
    const [one, other] = [before.get(first), after.get(first)]
    return one && other ? [{ one: kindOf(one, at), other: kindOf(other, at) }] : []
  })
  if (shown.length === 0) return undefined
  if (shown.every(({ one, other }) => one !== other))
    return `the other fault changes each of the ${shown.length} responses that show it`
  const controls = findings.flatMap(({ exchanges: [, control] }) => after.get(control ?? '') ?? [])
  if (controls.length > 0 && controls.every(({ response }) => response?.status !== 200))
    return 'the other fault refuses the valid requests that it is compared with'
  // The judge is pure. If the same requests were sent and all pass, no response breaks the rule any more.
  const verdicts = both.judged.filter(({ requirement }) => ids.includes(requirement.id))
  const isAsked = findings.every(({ exchanges: [first = ''] }) => after.has(first))
  if (isAsked && verdicts.every(({ verdict, consequences }) => verdict === 'pass' && consequences.length === 0))
    return `the other fault changes what shows it: the ${findings.length} responses break the rule no longer`
  return undefined
}

/** What the run with both faults reports about the requirements that this fault breaks alone. */
function saidOf({ judged, stop }: Result, ids: readonly string[]): string {
  const said = judged
    .filter(({ requirement }) => ids.includes(requirement.id))
    .map(({ requirement: { id }, verdict, findings, consequences }) => {
      const first = findings.find(({ outcome }) => outcome !== 'pass') ?? consequences[0]
      return `${id} ${verdict}${first ? ` (${first.message.slice(0, 160)})` : ''}`
    })
  return [...said, ...(stop ? [stop.reason] : [])].join('; ')
}

/** For a fault that is not red in the run with both: what it shows alone, and whether the other may hide it. */
async function hiddenIn(both: Result, fault: Fault, other: Fault): Promise<Hidden[]> {
  if (ownIn(both, fault, other).length > 0) return []
  const result = await runWith([fault.name])
  const alone = ownIn(result, fault, other)
  // Ignore a fault that a run with default limits does not find even alone.
  if (alone.length === 0) return []
  const masked = maskOf(result, both, alone)
  return [{ name: fault.name, alone, ...(masked === undefined ? {} : { masked }), why: saidOf(both, alone) }]
}

/** The report of a run against two faults, and the faults that it does not name. */
export async function judgedPair([one, other]: Pair) {
  const both = await runWith([one.name, other.name])
  const hidden = [...(await hiddenIn(both, one, other)), ...(await hiddenIn(both, other, one))]
  const { followUps } = both.cost
  return { names: [one.name, other.name], requests: both.requests, followUps, stop: both.stop?.reason, hidden }
}
