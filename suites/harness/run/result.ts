/** The result of a run, whichever driver made it. */
import type { Depth } from '../catalogue/profiles.ts'
import type { Transcript } from '../judge/evidence.ts'
import type { Conclusion } from '../judge/finding.ts'
import { judgeTranscript } from '../judge/index.ts'
import { attributed } from '../space/attribution.ts'
import type { Preflight } from './preflight.ts'
import type { Stop } from './stop.ts'
import { conclude, type JudgedRequirement, judgeRequirements, type Selection } from './verdict.ts'

/** A run before it is judged. */
export interface RunRecord {
  readonly selection: Selection
  readonly transcript: Transcript
  readonly preflight: Preflight
  /** Why it ended before its time. */
  readonly stop?: Stop | undefined
  readonly seed: number
  readonly runs: number
  /** 3 where every three values of the space of requests met. */
  readonly depth?: Depth | undefined
  readonly requests: number
  readonly started: Date
  readonly finished: Date
}

export interface Result extends RunRecord {
  readonly conclusion: Conclusion
  readonly judged: readonly JudgedRequirement[]
}

/** Judges a run. A run that ended before its time never conforms. */
export function judgeRun(record: RunRecord, strict: boolean): Result {
  const { transcript, preflight } = record
  // Where no gateway is, its answers are nobody's: remarks say that nothing ran, and why.
  const findings = preflight.absent ? transcript.remarks : attributed(judgeTranscript(transcript), transcript.exchanges)
  const judged = judgeRequirements(findings, record.selection)
  const conclusion = conclude(judged, record.selection, strict)
  return { ...record, judged, conclusion: record.stop && conclusion === 'conformant' ? 'incomplete' : conclusion }
}
