/** The judge turns a transcript into findings. Pure: the same transcript always gives the same findings. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange, Operation } from '../http/exchange.ts'
import { quote, recognise } from '../http/response.ts'
import { FORMS } from './acceptance.ts'
import { AttemptsByName } from './attempts.ts'
import { type Evidence, type Finding, failureOf, type Transcript } from './evidence.ts'
import { judgeInvariants } from './invariants.ts'
import { judgeBadGateways } from './together/bad-gateway.ts'
import { judgeComparisons } from './together/comparisons.ts'
import { judgeLosses } from './together/losses.ts'
import { withdrawnIn } from './together/withdrawn.ts'

/** Requirements that hold only if an operation was successful at least once: a server that refuses all shows nothing. */
export const OF_LIVING: Partial<Record<RequirementId, readonly Operation[]>> = {
  'models-statuses': ['models'],
  'models-not-limited': ['models'],
  'completion-statuses': ['completions'],
}

const OF_GATEWAYS: readonly RequirementId[] = ['gateway-statuses', 'gateway-status-once']

/** Whether a pass counts. */
function counts(requirement: RequirementId, alive: ReadonlySet<Operation>): boolean {
  const both = OF_GATEWAYS.includes(requirement) ? (['models', 'completions'] as const) : []
  return (OF_LIVING[requirement] ?? both).every((operation) => alive.has(operation))
}

/**
 * 4.2: a valid request gets the form that it requested. This judges controls, and requests that only test whether a
 * model is callable. All other requests are judged by the expectation of their check.
 */
function judgeForm(exchange: Exchange): Finding[] {
  const { request, response } = exchange
  if (request.operation !== 'completions' || response?.status !== 200) return []
  const [right, wrong] = request.stream ? (['stream', 'completion'] as const) : (['completion', 'stream'] as const)
  if (recognise(exchange) !== wrong) return []
  const requirement = request.stream ? 'stream-started' : 'completion-json'
  const failure = failureOf(exchange, requirement, `the response is ${FORMS[wrong]}`)
  return [{ ...failure, statuses: [200], expected: FORMS[right], actual: quote(response) }]
}

/** A piece of evidence and its findings. */
export interface JudgedEvidence {
  readonly item: Evidence
  readonly findings: readonly Finding[]
}

export interface JudgedTranscript {
  readonly findings: readonly Finding[]
  readonly judged: readonly JudgedEvidence[]
}

/**
 * The findings of each response, and of all responses together. The folder explain/ explains failures.
 *
 * @param judge returns the findings of one piece of evidence; undefined if its request was not sent
 */
export function judgeTranscript(
  { exchanges, evidence, remarks }: Transcript,
  judge: (item: Evidence) => readonly Finding[] | undefined,
): JudgedTranscript {
  const withdrawn = withdrawnIn(exchanges)
  // Requests for a model that was withdrawn say nothing; those for other models do.
  const says = ({ outcome, exchanges: of }: Finding): boolean =>
    outcome === 'pass' || !of.some((id) => withdrawn.has(id))
  const judged = evidence.map((item): JudgedEvidence => {
    return { item, findings: judge(item)?.filter(says) ?? [notSent(item)] }
  })
  // Sort by id, so that findings have the same order in every run: responses arrive in any order.
  const sorted = [...exchanges].sort((a, b) => (a.id < b.id ? -1 : 1))
  const alive = new Set(
    sorted.filter((exchange) => recognise(exchange) !== undefined).map(({ request }) => request.operation),
  )
  const callable = new Set(evidence.flatMap((item) => (item.expectation.kind === 'callable' ? [item.exchange] : [])))
  const byName = new AttemptsByName(sorted)
  const badGateways = judgeBadGateways(sorted, byName)
  const own = sorted.filter((exchange) => !badGateways.unjudged.has(exchange))
  const invariants = own
    .flatMap(judgeInvariants)
    .filter(({ requirement, outcome }) => outcome !== 'pass' || counts(requirement, alive))
  const findings = [
    ...remarks,
    ...judged.flatMap((each) => each.findings),
    ...invariants,
    ...own.filter(({ id, role }) => role === 'control' || callable.has(id)).flatMap(judgeForm),
    ...badGateways.findings.filter(({ outcome, requirement }) => outcome !== 'pass' || counts(requirement, alive)),
    ...judgeComparisons(sorted),
    ...judgeLosses(sorted, byName),
  ]
  return { findings, judged }
}

function notSent({ requirement, title, check, unsent = 'the run ended early' }: Evidence): Finding {
  const brief = `not sent: ${unsent}`
  const message = `${title}: ${brief}`
  return { requirement, outcome: 'inconclusive', message, asked: title, brief, exchanges: [], check }
}
