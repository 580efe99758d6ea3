/** Judges one scenario: by what the mock saw, by how the call ended, and by the text if the client reports it. */
import type { Finding, JournalEntry, Verdict } from '../../../mock/index.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { hideKeys } from '../../../suites/harness/http/redact.ts'
import type { ScenarioName } from './names.ts'
import type { Ended } from './process.ts'
import type { Outcome, ReportedFinding, ScenarioResult, Standing } from './report.ts'
import type { Scenario } from './scenarios.ts'

/** The outcome of a scenario. */
export interface Played {
  readonly name: ScenarioName
  readonly scenario: Scenario
  readonly ended: Ended
  readonly verdict: Verdict
  readonly journal: readonly JournalEntry[]
}

/** What a client may say of itself: a JSON object on its last line. */
interface OwnWords {
  readonly outcome: 'returned' | 'threw' | undefined
  readonly text: string | undefined
}

/** Lines of standard error that are shown. */
const STDERR = 8

/** The last line of what a client wrote, where it is such an object. */
export function ownWords(stdout: string): OwnWords {
  const last = stdout.trimEnd().split('\n').at(-1) ?? ''
  try {
    const said: unknown = JSON.parse(last)
    const { outcome, text } = Object(said) as Record<string, unknown>
    return {
      outcome: outcome === 'returned' || outcome === 'threw' ? outcome : undefined,
      text: typeof text === 'string' ? text : undefined,
    }
  } catch {
    return { outcome: undefined, text: undefined }
  }
}

/** A client that runs out of time has no outcome, whatever it printed. */
export function outcomeOf({ code, late, stdout }: Ended): Outcome {
  if (late) return 'late'
  return ownWords(stdout).outcome ?? (code === 0 ? 'returned' : 'threw')
}

export function resultOf(played: Played): ScenarioResult {
  const { name, scenario, ended } = played
  const outcome = outcomeOf(ended)
  const why = unclear(played, outcome)
  // How a call ended says nothing where it was not the call of this scenario.
  const ends = why === undefined ? endOf(played, outcome) : []
  const findings = [...seenIn(played, ends), ...ends]
  const standing = standingOf(findings, why)
  const stderr = standing === 'pass' ? '' : hideKeys(ended.stderr.trimEnd().split('\n').slice(-STDERR).join('\n'))
  const { gateway, good, rests } = scenario
  const result = { name, gateway, good, rests, standing, outcome, requests: played.verdict.requests }
  return {
    ...result,
    milliseconds: ended.milliseconds,
    findings,
    ...compact({ why: standing === 'inconclusive' ? why : undefined, stderr: stderr === '' ? undefined : stderr }),
  }
}

function standingOf(findings: readonly ReportedFinding[], why: string | undefined): Standing {
  if (findings.some(({ level }) => level === 'breach')) return 'fail'
  if (why !== undefined) return 'inconclusive'
  return findings.length > 0 ? 'warn' : 'pass'
}

/** Why the scenario was not played as it is meant to be. */
function unclear({ name, scenario: { streams }, journal }: Played, outcome: Outcome): string | undefined {
  if (journal.length === 0)
    return 'no request arrived with the key of the scenario; the client has to read SVC_BASE_URL (or OPENAI_BASE_URL) and SVC_KEY (or OPENAI_API_KEY) from its environment'
  const asked = journal.filter(({ route }) => route === 'completion')
  if (asked.length === 0) return 'no completion was requested; request one with the model of SVC_MODEL'
  if (streams && !asked.some(({ stream }) => stream))
    return 'no stream was requested, but this scenario needs one; SVC_STREAM is 1 then'
  if (!streams && asked.every(({ stream }) => stream))
    return 'a stream was requested, but this scenario needs a JSON response; SVC_STREAM is 0 then'
  if (outcome === 'late' && name !== 'silent') return 'the client did not end within its time (--timeout)'
  return undefined
}

function endOf({ name, scenario, ended, verdict }: Played, outcome: Outcome): readonly ReportedFinding[] {
  const own = [unexpected(name, scenario, outcome, verdict.findings), changed(scenario, ended, outcome)]
  return own.filter((one) => one !== undefined)
}

/** What the mock saw, without its warning where the scenario says the same as its own finding: it knows how the call has to end. */
function seenIn({ verdict }: Played, ends: readonly ReportedFinding[]): readonly ReportedFinding[] {
  const replaced = ends.some(({ id }) => id === 'failure-taken-for-success') ? 'error-taken-for-success' : undefined
  return verdict.findings.filter(({ id }) => id !== replaced).map(reported)
}

function reported({ id, level, words, mend, evidence }: Finding): ReportedFinding {
  return { id, level, words, mend, evidence: evidence.slice(0, 5).map((one) => one.words) }
}

/** Another end than that of a good client; nothing where the mock has found the same breach. */
function unexpected(
  name: ScenarioName,
  { expects, level, gateway }: Scenario,
  outcome: Outcome,
  seen: readonly Finding[],
): ReportedFinding | undefined {
  if (expects === 'either' || outcome === expects) return undefined
  if (outcome === 'late') {
    if (name !== 'silent') return undefined
    const words = 'It waited for a silent gateway until its time ran out.'
    const mend = 'Set a time limit for the pause between two chunks.'
    return { id: 'waited-too-long', level: 'warning', words, mend, evidence: [] }
  }
  const how = {
    level: level === 'must' ? ('breach' as const) : ('warning' as const),
    evidence: [`The gateway ${gateway}.`],
  }
  if (outcome === 'threw') {
    const words = 'Its call failed, although the response was complete.'
    return { id: 'whole-answer-refused', ...how, words, mend: 'See what the client writes to standard error.' }
  }
  if (seen.some(({ id }) => id === 'broken-answer-accepted')) return undefined
  const words = 'Its call returned a result, although there was none.'
  return { id: 'failure-taken-for-success', ...how, words, mend: 'Let the call fail.' }
}

/** Another text than the one that was sent, if the client reports what it has read. */
function changed({ text, expects }: Scenario, { stdout }: Ended, outcome: Outcome): ReportedFinding | undefined {
  const { text: said } = ownWords(stdout)
  if (said === undefined || said === text || outcome !== 'returned' || expects === 'threw') return undefined
  const same = [...text].findIndex((character, at) => [...said][at] !== character)
  const evidence = [
    `They are the same up to character ${same < 0 ? [...text].length : same}, of ${[...text].length} that were sent.`,
  ]
  const words = 'The returned text is not the text of the response.'
  const mend = 'Join the content of all chunks up to [DONE], and decode characters across packets.'
  return { id: 'text-changed', level: 'breach', words, mend, evidence }
}
