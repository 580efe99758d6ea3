/**
 * Answers that should never have been given: a request that was due to be refused was let through. What is wrong with
 * the form of such an answer follows from that, and counts only where a valid request shows the same.
 */
import { type RequirementId, requirement } from '../../catalogue/requirements.ts'
import { parseBytes } from '../../http/exact-json.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Evidence } from '../evidence.ts'
import type { Finding } from '../finding.ts'
import { schemaBreaches } from '../schema.ts'
import { requestName } from '../tries.ts'

/** A piece of evidence with what the judge says of it. */
export interface JudgedEvidence {
  readonly item: Evidence
  readonly findings: readonly Finding[]
}

/** Bodies above this are not read once more. */
const MOST_BYTES = 256 * 1024

/** By exchange: the requirement that was broken by the answer as such. */
type LetThrough = ReadonlyMap<string, RequirementId>

/** The findings, of which those say what they follow from that are about such answers. */
export function withConsequences(
  findings: readonly Finding[],
  judged: readonly JudgedEvidence[],
  exchanges: readonly Exchange[],
): readonly Finding[] {
  const letThrough = letThroughIn(judged, exchanges)
  if (letThrough.size === 0) return findings
  const behind = (finding: Finding): RequirementId | undefined =>
    isAboutForm(finding) ? letThrough.get(finding.exchanges[0] ?? '') : undefined
  const isMust = (finding: Finding): boolean => {
    const id = behind(finding)
    return id !== undefined && requirement(id).level === 'must'
  }
  const following = new Set(findings.filter(isMust).map(breachIn))
  if (following.size === 0) return findings
  // Who should be refused, and is not, may expect a good answer: what is wrong there alone is told of nowhere else.
  const isBehind = (finding: Finding): boolean => behind(finding) !== undefined && following.has(breachIn(finding))
  const failed = findings.filter(({ outcome }) => outcome === 'fail')
  const shown = new Set(failed.filter((finding) => !isBehind(finding)).map(breachIn))
  return findings.map((finding) => {
    const follows = behind(finding)
    if (follows === undefined || !isBehind(finding)) return finding
    return { ...finding, follows, ...(shown.has(breachIn(finding)) ? {} : { isConsequence: true }) }
  })
}

function letThroughIn(judged: readonly JudgedEvidence[], exchanges: readonly Exchange[]): LetThrough {
  const accepted = exchanges.filter(({ answer }) => answer?.status === 200)
  const ids = new Set(accepted.map(({ id }) => id))
  const byName = new Map<string, RequirementId>()
  for (const { item, findings } of judged) {
    const isRefusal = ['rejected', 'denied', 'state'].includes(item.expectation.kind)
    if (!isRefusal || !ids.has(item.exchange)) continue
    if (findings.some((each) => each.outcome === 'fail' && each.requirement === item.requirement))
      byName.set(requestName(item.exchange), item.requirement)
  }
  if (byName.size === 0) return byName
  const broken = new Set(byName.values())
  return new Map(
    accepted.flatMap((exchange) => {
      const own = byName.get(requestName(exchange.id)) ?? brokenBy(exchange).find((id) => broken.has(id))
      return own === undefined ? [] : [[exchange.id, own] as const]
    }),
  )
}

/** What the schema of requests says against a request: tries of a check that became no evidence are told by it. */
function brokenBy({ request: { operation, body } }: Exchange): RequirementId[] {
  if (operation !== 'completions' || body === undefined || body.length > MOST_BYTES) return []
  const parsed = parseBytes(body)
  if (!parsed.ok) return ['request-body-json']
  return schemaBreaches('chat-completion-request', parsed.value).map((breach) => breach.requirement)
}

/** Whether a finding is about what one answer looks like, and not about what every answer carries. */
function isAboutForm({ outcome, check, exchanges, requirement: id }: Finding): boolean {
  return outcome === 'fail' && check === undefined && exchanges.length === 1 && !id.startsWith('request-id-')
}

/** What is wrong, without the place in an array or in a stream. */
function breachIn({ requirement: id, rule, brief }: Finding): string {
  return `${id} ${rule ?? brief}`
}
