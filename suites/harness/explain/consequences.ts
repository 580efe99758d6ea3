/**
 * Responses to requests that had to be refused but were accepted. If such a response has a wrong form, that is only a
 * consequence, unless responses to valid requests of the same kind show the same.
 */
import { type RequirementId, requirement } from '../catalogue/requirements.ts'
import { isObject, parseBytes } from '../http/exact-json.ts'
import { type Exchange, identityOf } from '../http/exchange.ts'
import { listedIds, recognise } from '../http/response.ts'
import { type Finding, isOfValid, isRefusal } from '../judge/evidence.ts'
import type { JudgedEvidence } from '../judge/index.ts'
import { schemaBreaches } from '../judge/schema.ts'

/** Larger bodies are not parsed again. */
const MAX_BYTES = 256 * 1024

/** By exchange id: the requirement that the gateway broke by accepting the request. */
type LetThrough = ReadonlyMap<string, RequirementId>

/** The findings; those about such responses name the requirement from whose breach they follow. */
export function withConsequences(
  findings: readonly Finding[],
  judged: readonly JudgedEvidence[],
  exchanges: readonly Exchange[],
): readonly Finding[] {
  const valid = validIn(judged, exchanges)
  const letThrough = letThroughIn(judged, exchanges, valid)
  if (letThrough.size === 0) return findings
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  // Without a response to a valid request of a kind, nothing shows that the form is otherwise right.
  const sound = new Set(exchanges.filter((each) => valid.has(each.name) && recognise(each)).map(kindOf))
  const behind = (finding: Finding): RequirementId | undefined =>
    isAboutForm(finding) ? letThrough.get(finding.exchanges[0] ?? '') : undefined
  const isMust = (finding: Finding): boolean => {
    const id = behind(finding)
    return id !== undefined && requirement(id).level === 'must'
  }
  const following = new Set(findings.filter(isMust).map(breachIn))
  if (following.size === 0) return findings
  // The response should be good even if its request was wrongly accepted: a breach that shows only there is reported.
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

/** The kind of a request, which decides the form of its response. */
const kindOf = ({ request: { operation, stream } }: Exchange): string => `${operation} ${stream}`

/** Names of the run's valid requests: controls, and requests that a check expects to be accepted. */
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
 * The requirements of the request schema that a request breaks, for attempts that did not become evidence. A listed
 * model counts as valid: if the list breaks the pattern, every request of the run does.
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

/** The breach of a finding, without the position in an array or in a stream. */
const breachIn = ({ requirement: id, rule, brief }: Finding): string => `${id} ${rule ?? brief}`
