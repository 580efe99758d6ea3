/**
 * Explains failures: by another breach, a condition, the connection, a transient error, or as intermittent. A pure
 * function of a run's exchanges and its checks' expectations. questions.ts decides which requests explanations need.
 */
import { compact } from '../http/compact.ts'
import type { Finding, Transcript } from '../judge/evidence.ts'
import { judgeTranscript } from '../judge/index.ts'
import { type Condition, conditionsIn } from './conditions.ts'
import { connectionCauses } from './connections.ts'
import { withConsequences } from './consequences.ts'
import { failureGroups, Intermittence, repeatedIn } from './intermittence.ts'
import { isRepeated, keyOf, Responses, resultsOf } from './responses.ts'

/** The findings on a run, each with its explanation. */
export function explained(transcript: Transcript): readonly Finding[] {
  const repeated = repeatedIn(transcript)
  const responses = new Responses(transcript.exchanges, transcript.evidence)
  const findings = judgedIn(transcript, responses)
  if (!findings.some(({ outcome }) => outcome === 'fail')) return findings
  const results = resultsOf(transcript, responses)
  const first = unrepeated(findings, repeated)
  const conditions = conditionsIn(
    first,
    transcript.exchanges.filter(({ id }) => !repeated.has(id)),
  )
  const guesses = findings.map((finding) => ({ finding, only: conditionOf(finding, conditions) }))
  const isTested = ({ finding, only }: Guess): boolean =>
    only !== undefined && results.confirmed.has(keyOf(finding.requirement, only))
  const tested = Map.groupBy(guesses.filter(isTested), ({ finding }) => finding.exchanges[0])
  const named = guesses.map((guess) => {
    const others = tested.get(guess.finding.exchanges[0]) ?? []
    return withCondition(guess, isTested(guess) || others.some((other) => includesValue(other.only, guess.only)))
  })
  const intermittence = new Intermittence(transcript, responses, results)
  const rates = new Map(
    failureGroups(named, transcript).flatMap((group) => {
      const intermittent = intermittence.of(group)
      return intermittent ? group.findings.map((finding) => [finding, intermittent] as const) : []
    }),
  )
  const causeOf = connectionCauses(named, transcript, responses)
  return named.map((finding) => {
    const [intermittent, afterOnConnection] = [rates.get(finding), causeOf(finding)]
    if (!intermittent && !afterOnConnection) return finding
    return { ...finding, ...compact({ intermittent, afterOnConnection }) }
  })
}

/** The judge's findings, with consequences marked. `resultsOf` judges requests that were sent again to explain. */
export function judgedIn({ evidence, ...rest }: Transcript, responses: Responses): readonly Finding[] {
  const first = { ...rest, evidence: evidence.filter((item) => !isRepeated(item)) }
  const { findings, judged } = judgeTranscript(first, (item) => responses.judge(item))
  return withConsequences(findings, judged, rest.exchanges)
}

export function unrepeated(findings: readonly Finding[], repeated: ReadonlySet<string>): readonly Finding[] {
  return findings.filter(({ exchanges: [id = ''] }) => !repeated.has(id))
}

/** A finding, and the condition that may explain it. */
interface Guess {
  readonly finding: Finding
  readonly only: string | undefined
}

/** The condition that the check has found, or that all failures of the requirement share. */
function conditionOf({ outcome, only, requirement }: Finding, conditions: readonly Condition[]): string | undefined {
  return outcome === 'fail' ? (only ?? conditions.find((each) => each.requirement === requirement)?.only) : undefined
}

/** Whether a condition includes this value: a run may test too few conditions to test each value separately. */
function includesValue(condition: string | undefined, only: string | undefined): boolean {
  const [name, value = ''] = only?.split(/: (.*)/s) ?? []
  const [other, values = ''] = condition?.replaceAll("'", '').split(/: (.*)/s) ?? []
  return name === other && values.split(' or ').includes(value)
}

/** Names the condition of a failure. @param isConfirmed whether pairs of requests confirm it, for this response */
function withCondition({ finding, only }: Guess, isConfirmed: boolean): Finding {
  const { only: own, ...rest } = finding
  const { message, asked, brief } = finding
  if (finding.outcome !== 'fail') return finding
  if (only === undefined || finding.isConsequence || !isConfirmed) return rest
  if (own === undefined) return { ...finding, message: `${message} (only with ${only})`, only }
  const title = `${asked}, only with ${only}`
  return { ...finding, message: `${title}: ${brief}`, asked: title }
}
