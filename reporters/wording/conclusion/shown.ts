/**
 * What a run has shown and not shown, for readers who do not know the verdicts, and the next step if it is incomplete.
 */
import type { Profile } from '../../../suites/harness/catalogue/profiles.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { printable } from '../../../suites/harness/text/printable.ts'
import { PROGRAM } from '../../../suites/harness/text/program-name.ts'
import { someOf } from '../causes.ts'
import { counted } from '../counted.ts'
import { openRequirements, openVerdicts, whyOpen } from '../details.ts'

/** The profiles in words. */
export const PROFILES: Readonly<Record<Profile, string>> = {
  smoke: 'what a few requests show that are safe in production',
  core: 'what one valid key can show',
  full: 'what requests can show, with other projects, disabled keys, limits and the errors 500 and 503',
}

/** What each profile adds to the one before it. */
const ADDS: Readonly<Record<Profile, string>> = {
  smoke: 'the basics',
  core: 'all other requests with one key',
  full: 'other projects, disabled keys, limits, 500 and 503',
}

type Requirements = Pick<Report, 'requirements'>

const of = ({ requirements }: Requirements, ...wanted: ReportedRequirement['verdict'][]): ReportedRequirement[] =>
  requirements.filter(({ verdict }) => wanted.includes(verdict))

export function shownLine(report: Requirements): string {
  const held = of(report, 'pass')
  const level = (wanted: string): number => held.filter(({ level }) => level === wanted).length
  const seen = of(report, 'observed').length
  return [
    counted(level('must'), 'requirement'),
    counted(level('should'), 'recommendation'),
    ...(seen > 0 ? [`${counted(seen, 'behaviour')} recorded that the contract leaves open`] : []),
  ].join(', ')
}

/** One sentence for each kind of missing evidence. */
export function notShownLines(report: Requirements): string[] {
  const larger = Map.groupBy(of(report, 'not-selected'), ({ profile }) => profile)
  const absent = of(report, 'not-applicable').length
  const unseen = of(report, 'not-observable').length
  const open = of(report, 'not-evidenced', 'inconclusive', 'warn').map(({ id }) => id)
  return [
    ...[...larger].map(
      ([profile, own]) =>
        `${counted(own.length, 'requirement')}${profile === undefined ? ' that were not selected' : ` of the profile ${profile} (${ADDS[profile]})`}.`,
    ),
    ...(absent > 0 ? [`${counted(absent, 'requirement')} about what is declared absent.`] : []),
    ...(open.length > 0 ? [`${someOf(open, 6)}: recommended, and not shown to hold.`] : []),
    ...(unseen > 0
      ? [
          `${counted(unseen, 'requirement')} that no request from outside can show, such as metering and that prompts are not stored.`,
        ]
      : []),
  ]
}

/** Matches the reason of a check that was not run, with the members that the target file lacks. */
const LACKS = /^not run: the target file does not have (.+)$/

/** What to do after an incomplete run; undefined if the run is complete, or everything selected holds. */
export function nextStep(report: Pick<Report, 'requirements' | 'conclusion' | 'stop'>): string | undefined {
  const { requirements, conclusion, stop } = report
  if (conclusion !== 'incomplete') return undefined
  if (stop) return stop.mend
  const open = openRequirements(requirements, ...openVerdicts)
  if (open.length === 0) return undefined
  const missing = new Set(open.flatMap((each) => LACKS.exec(whyOpen(each))?.[1]?.split(' and ') ?? []))
  const [first] = open
  if (first && missing.size === 0)
    return `Find out why verdicts are missing, and run again. The first is ${first.id}: ${printable(whyOpen(first), 300)}. More: ${PROGRAM} explain ${first.id}`
  return `Add ${[...missing].join(', ')} to the target file, or declare absent what the deployment legitimately lacks. ${PROGRAM} init --profile full writes each line with a comment.`
}
