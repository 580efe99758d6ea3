/** Leaves out what is newer than a set, so that the verdict is the same as without it. */
import { identityOf } from '../http/exchange.ts'
import type { Evidence, Finding, Transcript } from '../judge/evidence.ts'
import type { FrozenSet } from './frozen-set.ts'

/** The title of the row that evidence is about; what a variation alone has changed follows it. */
export function rowOf(title: string): string {
  return title.replace(/, (?:only with .*|refused once)$/s, '')
}

/** The parts of a set that decide whether a request counts. */
type Held = Pick<FrozenSet, 'checks' | 'rows'>

/** Whether a set has a check, and its row where the check walks through some. */
export function isHeld({ check, title }: Pick<Evidence, 'check' | 'title'>, { checks, rows }: Held): boolean {
  return checks.has(check) && (rows.get(check)?.has(rowOf(title)) ?? true)
}

/** Whether a remark is about a check that a set does not have, or about a row of it that the set does not have. */
export function isRemarkOfNewer({ check, row }: Pick<Finding, 'check' | 'row'>, set: Held): boolean {
  if (check === undefined) return false
  return row === undefined ? !set.checks.has(check) : !isHeld({ check, title: row }, set)
}

/**
 * The part of a transcript that a set covers; the transcript itself if the set covers all of it.
 *
 * @param checks of the run; the names of exchanges begin with the check that sent them
 */
export function heldBy(transcript: Transcript, set: Held, checks: readonly { readonly id: string }[]): Transcript {
  const newer = new Set(checks.flatMap(({ id }) => (set.checks.has(id) ? [] : [id])))
  const sentByNewer = (exchange: string): boolean => newer.has(exchange.slice(0, exchange.indexOf('/')))
  const evidence = transcript.evidence.filter((item) => isHeld(item, set) && !sentByNewer(item.exchange))
  const { remarks } = transcript
  const isNewer = (remark: Finding): boolean => isRemarkOfNewer(remark, set)
  if (newer.size === 0 && evidence.length === transcript.evidence.length && !remarks.some(isNewer)) return transcript
  const requests = (items: readonly Evidence[]): Set<string> =>
    new Set(items.flatMap(({ exchange, control = exchange }) => [identityOf(exchange).name, identityOf(control).name]))
  const kept = new Set(evidence)
  // Several checks use controls and shared requests.
  const held = requests(evidence)
  const others = requests(transcript.evidence.filter((item) => !kept.has(item)))
  const isLeftOut = (request: string): boolean => others.has(request) && !held.has(request)
  return {
    exchanges: transcript.exchanges.filter(({ id, name }) => !sentByNewer(id) && !isLeftOut(name)),
    evidence,
    remarks: remarks.filter((remark) => !isNewer(remark)),
  }
}
