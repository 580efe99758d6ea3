/**
 * Responses to requests that had to be refused and were accepted. A wrong form of such a response follows from that, but only
 * if responses to valid requests of the same kind do not show it.
 */
import { type RequirementId, requirement } from '../catalogue/requirements.ts'
import { isObject, parseBytes } from '../http/exact-json.ts'
import { type Exchange, identityOf } from '../http/exchange.ts'
import { listedIds, recognise } from '../http/response.ts'
import { type Finding, isOfValid, isRefusal } from '../judge/evidence.ts'
import type { JudgedEvidence } from '../judge/index.ts'
import { schemaBreaches } from '../judge/schema.ts'

/** Bodies above this are not read once more. */
const MAX_BYTES = 256 * 1024

/** By exchange: the requirement that the response breaks by its mere existence. */
type LetThrough = ReadonlyMap<string, RequirementId>

/** The findings. Those about such responses name the finding that they follow from. */
export function withConsequences(
  findings: readonly Finding[],
  judged: readonly JudgedEvidence[],
  exchanges: readonly Exchange[],
): readonly Finding[] {
  const valid = validIn(judged, exchanges)
  const letThrough = letThroughIn(judged, exchanges, valid)
  if (letThrough.size === 0) return findings
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  // Without a response to a valid request, nothing shows that its form is right.
  const sound = new Set(exchanges.filter((each) => valid.has(each.name) && recognise(each)).map(kindOf))
  const behind = (finding: Finding): RequirementId | undefined =>
    isAboutForm(finding) ? letThrough.get(finding.exchanges[0] ?? '') : undefined
  const isMust = (finding: Finding): boolean => {
    const id = behind(finding)
    return id !== undefined && requirement(id).level === 'must'
  }
  const following = new Set(findings.filter(isMust).map(breachIn))
  if (following.size === 0) return findings
  // A caller that was accepted by mistake may still expect a good response: a breach that shows only there is reported.
  const isBehind = (finding: Finding): boolean => {
    const exchange = byId.get(finding.exchanges[0] ?? '')
    return (
      behind(finding) !== undefined && following.has(breachIn(finding)) && !!exchange && sound.has(kindOf(exchange))
    )
  }
  const failed = findings.filter(({ outcome }) => outcome === 'fail')
  const shown = new Set(failed.filter((finding) => !isBehind(finding)).map(breachIn))
  return findings.map((finding) => {
    const follows = behind(finding)
    if (follows === undefined || !isBehind(finding)) return finding
    return { ...finding, follows, ...(shown.has(breachIn(finding)) ? {} : { isConsequence: true }) }
  })
}

/** What the request asks for, which decides the form of the response. */
const kindOf = ({ request: { operation, stream } }: Exchange): string => `${operation} ${stream}`

/** Names of the requests that the run sends as valid ones: controls, and what a check expects to be accepted. */
function validIn(judged: readonly JudgedEvidence[], exchanges: readonly Exchange[]): ReadonlySet<string> {
  const accepted = judged.filter(({ item }) => isOfValid(item.expectation) && item.repeats === undefined)
  const controls = exchanges.filter(({ role }) => role === 'control' || role === 'alive' || role === 'preflight')
  return new Set([...accepted.map(({ item }) => identityOf(item.exchange)), ...controls].map(({ name }) => name))
}

function letThroughIn(
  judged: readonly JudgedEvidence[],
  exchanges: readonly Exchange[],
  valid: ReadonlySet<string>,
): LetThrough {
  const listed = new Set(exchanges.filter((each) => recognise(each) === 'list').flatMap(listedIds))
  const accepted = exchanges.filter(({ response }) => response?.status === 200)
  const ids = new Set(accepted.map(({ id }) => id))
  const byName = new Map<string, RequirementId>()
  for (const { item, findings } of judged) {
    if (!isRefusal(item.expectation) || !ids.has(item.exchange)) continue
    if (findings.some((each) => each.outcome === 'fail' && each.requirement === item.requirement))
      byName.set(identityOf(item.exchange).name, item.requirement)
  }
  if (byName.size === 0) return byName
  // A repetition was accepted for the same reason.
  for (const { item } of judged) {
    const repeated = item.repeats && byName.get(identityOf(item.repeats.of).name)
    if (repeated !== undefined) byName.set(identityOf(item.exchange).name, repeated)
  }
  const broken = new Set(byName.values())
  return new Map(
    accepted.flatMap((exchange) => {
      if (exchange.between) return []
      const isValid = valid.has(exchange.name)
      const own =
        byName.get(exchange.name) ?? (isValid ? undefined : brokenBy(exchange, listed).find((id) => broken.has(id)))
      return own === undefined ? [] : [[exchange.id, own] as const]
    }),
  )
}

/**
 * The requirement of the request schema that a request breaks, for attempts that became no evidence. A listed model counts as
 * valid: if the list breaks the pattern, every request of the run does.
 */
function brokenBy({ request: { operation, body } }: Exchange, listed: ReadonlySet<string>): RequirementId[] {
  if (operation !== 'completions' || body === undefined || body.length > MAX_BYTES) return []
  const parsed = parseBytes(body)
  if (!parsed.ok) return ['request-body-json']
  const { value } = parsed
  const isListed = isObject(value) && typeof value.model === 'string' && listed.has(value.model)
  const asked = isListed ? { ...value, model: 'svc/listed' } : value
  return schemaBreaches('chat-completion-request', asked).map((breach) => breach.requirement)
}

/** Whether a finding is about the form of one response, not about a header that every response carries. */
function isAboutForm({ outcome, check, exchanges, requirement: id }: Finding): boolean {
  return outcome === 'fail' && check === undefined && exchanges.length === 1 && !id.startsWith('request-id-')
}

/** What is wrong, without the place in an array or in a stream. */
const breachIn = ({ requirement: id, rule, brief }: Finding): string => `${id} ${rule ?? brief}`
