/** The judge: from a transcript to findings. Pure; the same transcript gives the same findings anywhere. */
import type { RequirementId } from '../catalogue/requirements.ts'
import { quote, recognise } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Evidence, Transcript } from './evidence.ts'
import { judgeEvidence } from './expectations.ts'
import type { Finding } from './finding.ts'
import { judgeInvariants } from './invariants.ts'
import { judgeLosses } from './streams/stream.ts'
import { judgeComparisons } from './together/comparisons.ts'
import { type JudgedEvidence, withConsequences } from './together/let-through.ts'
import { isControl, isRelayed, isSteady, TriesByName } from './tries.ts'

/** That an operation keeps to its statuses counts only where it was once successful. */
function counts(requirement: RequirementId, alive: ReadonlySet<string>): boolean {
  if (requirement === 'models-statuses' || requirement === 'models-not-limited') return alive.has('models')
  if (requirement === 'completion-statuses') return alive.has('completions')
  return requirement !== 'gateway-statuses' || (alive.has('models') && alive.has('completions'))
}

/** Something on the way answered in the gateway's place, and not each time: nothing else about that answer is the gateway's. */
function judgeRelayed({ id, answer }: Exchange): Finding {
  return {
    requirement: 'gateway-statuses',
    outcome: 'inconclusive',
    message: `something between here and the gateway answered ${answer?.status}, and not each time`,
    exchanges: [id],
  }
}

/**
 * 4.2: a valid request gets the form that it asked for, also where it was sent as the control of another one, or to
 * see whether a model is there. Whatever else a check has tried is judged by what the check expects.
 */
function judgeForm(exchange: Exchange): Finding[] {
  const { id, request, answer } = exchange
  if (request.operation !== 'completions' || answer?.status !== 200) return []
  const form = recognise(exchange)
  const wrong = request.stream ? 'completion' : 'stream'
  if (form !== wrong) return []
  const brief = `the answer is ${wrong === 'stream' ? 'an event stream' : 'a JSON completion'}`
  return [
    {
      requirement: request.stream ? 'stream-started' : 'completion-json',
      outcome: 'fail',
      message: `${request.method} ${request.path} (${id}): ${brief}`,
      asked: `${request.method} ${request.path}`,
      brief,
      due: [200],
      expected: request.stream ? 'an event stream' : 'a JSON completion',
      actual: quote(answer),
      exchanges: [id],
    },
  ]
}

export function judgeTranscript({ exchanges, evidence, remarks }: Transcript): readonly Finding[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const byName = new TriesByName(exchanges)
  const judged = evidence.map((item): JudgedEvidence => {
    const exchange = byId.get(item.exchange)
    if (!exchange) return { item, findings: [notSent(item)] }
    const control = item.control === undefined ? undefined : byId.get(item.control)
    return { item, findings: judgeEvidence(item, exchange, control, byName.of(exchange)) }
  })
  // Answers arrive in any order; sorted by id, findings have the same order in every run.
  const sorted = [...exchanges].sort((a, b) => (a.id < b.id ? -1 : 1))
  const alive = new Set(
    sorted.filter((exchange) => recognise(exchange) !== undefined).map(({ request }) => request.operation),
  )
  const callable = new Set(evidence.flatMap((item) => (item.expectation.kind === 'callable' ? [item.exchange] : [])))
  const { true: relayed = [], false: own = [] } = Object.groupBy(
    sorted,
    (exchange) => `${isRelayed(exchange) && !isSteady(byName.of(exchange), isRelayed)}` as const,
  )
  const invariants = own
    .flatMap(judgeInvariants)
    .filter(({ requirement, outcome }) => outcome !== 'pass' || counts(requirement, alive))
  const findings = [
    ...remarks,
    ...judged.flatMap((each) => each.findings),
    ...invariants,
    ...own.filter((exchange) => isControl(exchange) || callable.has(exchange.id)).flatMap(judgeForm),
    ...relayed.map(judgeRelayed),
    ...judgeComparisons(sorted),
    ...judgeLosses(sorted),
  ]
  return withConsequences(findings, judged, exchanges)
}

function notSent({ requirement, title, check }: Evidence): Finding {
  const brief = 'not sent: the run ended before its time'
  const message = `${title}: ${brief}`
  return { requirement, outcome: 'inconclusive', message, asked: title, brief, exchanges: [], check }
}
