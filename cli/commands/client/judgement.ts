/** Judges a scenario by the mock's journal, the end of the call, and the text and usage if the client reports them. */
import type { Finding, JournalEntry, Verdict } from '../../../mock/index.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { hideKeys } from '../../../suites/harness/http/redact.ts'
import { type Ended, ownWords } from './process.ts'
import type { Outcome, ReportedFinding, Scenario, ScenarioResult, Standing } from './report.ts'
import { sentIn } from './sent.ts'

/** The outcome of a scenario. */
export interface Played {
  readonly name: string
  readonly scenario: Scenario
  readonly ended: Ended
  readonly verdict: Verdict
  readonly journal: readonly JournalEntry[]
}

/** How many first and how many last lines of standard error to show. */
const STDERR = 4

/** A retry after fewer milliseconds counts as a retry without a pause. */
const PAUSE = 100

/** The first and the last lines, and the line that names the error if it is between them. */
export function endsOf(stderr: string): string {
  const lines = stderr.trimEnd().split('\n')
  if (lines.length <= 2 * STDERR) return lines.join('\n')
  const named = lines.findIndex((line) => /(?:Error|Exception): /.test(line))
  const isBetween = named >= STDERR && named < lines.length - STDERR
  const shown = [...lines.slice(0, STDERR), ...(isBetween ? lines.slice(named, named + 1) : [])]
  return [...shown, `… ${lines.length - shown.length - STDERR} more lines …`, ...lines.slice(-STDERR)].join('\n')
}

/** For a client that runs out of time, the outcome that it printed is ignored. */
export function outcomeOf({ code, late, stdout }: Ended): Outcome {
  if (late) return 'late'
  return ownWords(stdout).outcome ?? (code === 0 ? 'returned' : 'threw')
}

export function resultOf(played: Played): ScenarioResult {
  const { name, scenario, ended } = played
  const outcome = outcomeOf(ended)
  const why = unclear(played, outcome)
  // The end of a call counts only if it was the call of this scenario.
  const ends = why === undefined ? endOf(played, outcome) : []
  const findings = [...seenIn(played, ends), ...ends]
  const standing = standingOf(findings, why)
  const stderr = standing === 'pass' ? '' : hideKeys(endsOf(ended.stderr))
  const { gateway, good, rests } = scenario
  return compact({
    ...{ name, gateway, good, rests, standing, outcome, requests: played.verdict.requests },
    milliseconds: ended.milliseconds,
    start_ms: ended.startMilliseconds,
    findings,
    why: standing === 'inconclusive' ? why : undefined,
    stderr: stderr || undefined,
  })
}

function standingOf(findings: readonly ReportedFinding[], why: string | undefined): Standing {
  if (findings.some(({ level }) => level === 'breach')) return 'fail'
  if (why !== undefined) return 'inconclusive'
  return findings.length > 0 ? 'warn' : 'pass'
}

/** Why the scenario was not played as intended. */
function unclear({ name, scenario, journal }: Played, outcome: Outcome): string | undefined {
  const { streams, mayWait, expects } = scenario
  if (journal.length === 0)
    return 'no request arrived with the key of the scenario; the client has to read SVC_BASE_URL (or OPENAI_BASE_URL) and SVC_KEY (or OPENAI_API_KEY) from its environment'
  const asked = journal.filter(({ route }) => route === 'completion')
  if (asked.length === 0) return 'no completion was requested; request one with the model of SVC_MODEL'
  if (streams && !asked.some(({ stream }) => stream))
    return 'no stream was requested, but this scenario needs one; SVC_STREAM is 1 then'
  if (!streams && asked.every(({ stream }) => stream))
    return 'a stream was requested, but this scenario needs a JSON response; SVC_STREAM is 0 then'
  const { status = 0 } = journal.at(-1) ?? {}
  if (expects === 'returned' && status >= 400)
    return `the last response was an error (${status}), which the scenario does not have; request a completion with the model of SVC_MODEL`
  if (outcome === 'late' && name !== 'silent' && !mayWait)
    return 'the client did not end within its time after its first request (--timeout)'
  return undefined
}

function endOf(played: Played, outcome: Outcome): readonly ReportedFinding[] {
  const end = unexpected(played, outcome)
  // If only errors were sent, no text was sent either.
  const text = end?.id === 'failure-taken-for-success' ? undefined : changed(played, outcome)
  return [end, text, miscounted(played, outcome), hasty(played)].filter((one) => one !== undefined)
}

/** Finds retries without a pause, by the mock's clock, after responses without Retry-After. */
function hasty({ journal, verdict }: Played): ReportedFinding | undefined {
  if (verdict.findings.some(({ id }) => id === 'retry-storm')) return undefined
  const repeats = journal.flatMap(({ number, repeats }) =>
    repeats && RETRYABLE.has(repeats.status) && repeats.retryAfter === undefined ? [{ number, ...repeats }] : [],
  )
  // A random pause may be short once.
  if (repeats.length === 0 || repeats.some(({ waited }) => waited >= PAUSE)) return undefined
  const words = 'It repeated a failed request without a pause.'
  const mend = 'Wait before each retry, longer each time, and add some chance to it.'
  const evidence = repeats
    .slice(0, 5)
    .map(
      ({ number, waited, of, status }) =>
        `#${number} was sent ${Math.round(waited)} ms after #${of}, which was ${status}`,
    )
  return { id: 'no-pause', level: 'warning', words, mend, evidence }
}

const RETRYABLE: ReadonlySet<number> = new Set([429, 500, 503])

/** The mock's findings, except the warning that the scenario replaces by a more exact finding. */
function seenIn({ scenario, verdict }: Played, ends: readonly ReportedFinding[]): readonly ReportedFinding[] {
  const replaced = ends.some(({ id }) => id === 'failure-taken-for-success') ? 'error-taken-for-success' : undefined
  return verdict.findings.filter(({ id }) => id !== replaced).map((finding) => reported(finding, scenario))
}

function reported({ id, words, mend, evidence, ...finding }: Finding, scenario: Scenario): ReportedFinding {
  // The contract defines Retry-After only for 429.
  const level = id === 'retry-after-ignored' || id === BROKEN ? levelOf(scenario) : finding.level
  const shown = { id, level, words, mend, evidence: evidence.slice(0, 5).map((one) => one.words) }
  if (id !== BROKEN || scenario.streams) return shown
  return {
    ...shown,
    words: 'It accepted a response that broke off as complete (2.4).',
    mend: 'Raise an error where a body ends before its length, or is not JSON.',
  }
}

const BROKEN = 'broken-answer-accepted'

/** A `should` scenario gives only a warning: the contract binds the gateway, not the client. */
const levelOf = ({ level }: Scenario): 'breach' | 'warning' => (level === 'must' ? 'breach' : 'warning')

/** The call ended differently from that of a careful client; undefined if the mock already reported the breach. */
function unexpected({ name, scenario, verdict, journal }: Played, outcome: Outcome): ReportedFinding | undefined {
  const { expects, gateway } = scenario
  if (outcome === expects) return undefined
  const evidence = [`The gateway ${gateway}.`]
  if (expects === 'either') {
    // Each response was an error, so there is no result that the call could have returned.
    const isErrorAlone = journal.every(({ route, status }) => route !== 'completion' || status >= 400)
    return outcome === 'returned' && isErrorAlone ? taken('breach', evidence) : undefined
  }
  if (outcome === 'late') {
    if (name !== 'silent') return undefined
    const words = 'It waited for a silent gateway until its time ran out.'
    const mend = 'Set a time limit for the pause between two chunks.'
    return { id: 'waited-too-long', level: 'warning', words, mend, evidence: [] }
  }
  if (outcome === 'threw') {
    const words = 'Its call failed, although the response was complete.'
    const mend = 'See what the client writes to standard error.'
    // No sentence of the contract says that a limited or filtered text is a success.
    const level = sentIn(journal).at(-1)?.isWhole === false ? 'warning' : levelOf(scenario)
    return { id: 'whole-answer-refused', level, words, mend, evidence }
  }
  // A client may return a complete response, for example JSON that it requested after a broken stream.
  if (sentIn(journal).length > 0) return undefined
  return verdict.findings.some(({ id }) => id === BROKEN) ? undefined : taken(levelOf(scenario), evidence)
}

function taken(level: 'breach' | 'warning', evidence: readonly string[]): ReportedFinding {
  const words = 'Its call returned a result, although there was none.'
  return { id: 'failure-taken-for-success', level, words, mend: 'Let the call fail.', evidence }
}

/** The client reports a text that differs from the one that was sent. A text may be joined from several responses. */
function changed({ scenario, ended, journal }: Played, outcome: Outcome): ReportedFinding | undefined {
  const { text: said } = ownWords(ended.stdout)
  if (said === undefined || outcome !== 'returned' || scenario.expects === 'threw') return undefined
  const texts = sentIn(journal).map(({ text }) => text)
  const text = texts.at(-1) ?? scenario.text
  if ([...texts, text, texts.join('') || text].includes(said)) return undefined
  const [sent, got] = [[...text], [...said]]
  const same = sent.findIndex((character, at) => got[at] !== character)
  const evidence =
    same < 0
      ? [`${got.length - sent.length} more characters follow the ${sent.length} that were sent.`]
      : [`They are the same up to character ${same}, of ${sent.length} that were sent.`]
  const words = 'The returned text is not the text of the response.'
  const mend = 'Join the content of all chunks up to [DONE], and decode characters across packets.'
  return { id: 'text-changed', level: levelOf(scenario), words, mend, evidence }
}

/** The client reports a usage that was not sent, or none although it was sent. */
function miscounted({ scenario, ended, journal }: Played, outcome: Outcome): ReportedFinding | undefined {
  const { usage: said } = ownWords(ended.stdout)
  if (scenario.usage === undefined || said === undefined || outcome !== 'returned') return undefined
  // Without a complete response, it is unknown whether the client asked for the usage of a stream.
  const all = sentIn(journal)
  const possible = all.length > 0 ? all : [{ usage: scenario.usage, isUsageAsked: !scenario.streams }]
  const { prompt_tokens, completion_tokens } = Object(said) as Record<string, unknown>
  const isRight = possible.some(({ usage, isUsageAsked }) => {
    if (said === null) return usage === 'unknown' || !isUsageAsked
    return usage !== 'unknown' && prompt_tokens === usage.prompt && completion_tokens === usage.completion
  })
  if (isRight) return undefined
  const sent = possible.at(-1)?.usage ?? 'unknown'
  const words = 'The returned usage is not the usage of the response (2.5).'
  const mend = 'Return the usage as it was received; where there is none it is unknown, and not zero.'
  const was = sent === 'unknown' ? 'no usage' : `${sent.prompt} and ${sent.completion} tokens`
  const got = said === null ? 'none' : `${String(prompt_tokens)} and ${String(completion_tokens)}`
  return {
    id: 'usage-changed',
    // An invented usage breaks the contract; a lost one is judged like a lost text.
    level: said === null ? levelOf(scenario) : 'breach',
    words,
    mend,
    evidence: [`The response had ${was}, the client says ${got}.`],
  }
}
