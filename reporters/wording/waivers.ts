/** Describes waivers, which are shown with verdicts but do not change them. */
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { printable } from '../../suites/harness/text/printable.ts'

type ReportedWaiver = NonNullable<Report['waivers']>[number]

const words: Readonly<Record<ReportedWaiver['state'], string>> = {
  'in-force': 'in force',
  idle: 'idle: this run has no verdict to waive',
  stale: 'stale: the requirement holds now',
  expired: 'expired',
}

/** Whether a waiver fails the run, because it has expired or its requirement holds. */
export const failsByWaiver = ({ waivers = [] }: Pick<Report, 'waivers'>): boolean =>
  waivers.some(({ state }) => state === 'stale' || state === 'expired')

/** A waiver in one line, without its requirement; undefined without a waiver. */
export function waiverLine(waiver: ReportedRequirement['waiver']): string | undefined {
  if (!waiver) return undefined
  const { reason, owner, expires, state } = waiver
  return printable(`${reason} (${owner}, until ${expires}; ${words[state]})`, 600)
}

export const waivedLines = ({ requirements: ids }: ReportedCause, { requirements }: Pick<Report, 'requirements'>) =>
  requirements.flatMap(({ id, waiver }) => (waiver && ids.includes(id) ? [`Waived: ${id}: ${waiverLine(waiver)}`] : []))

function failureBy({ requirement, owner, expires, state }: ReportedWaiver): string {
  const why =
    state === 'stale'
      ? 'is stale: the requirement holds now. Remove the waiver'
      : `expired on ${expires}. ${printable(owner, 80)} must fix the gateway or renew the waiver`
  return `The run fails because the waiver of ${requirement} ${why}.`
}

/** Sentences about waivers that follow the conclusion. */
export function waiverSentences({ waivers = [] }: Report): string[] {
  const ids = waivers.filter(({ state }) => state === 'in-force').map(({ requirement }) => requirement)
  return [
    ...waivers.filter(({ state }) => state === 'stale' || state === 'expired').map(failureBy),
    ...(ids.length > 0 ? [`Waived (verdicts unchanged): ${ids.join(', ')}.`] : []),
  ]
}
