/** The conclusion of the run and its reasons, for the end of a summary. */

import type { Report } from '../../../suites/harness/report/report.ts'
import { printable } from '../../../suites/harness/text/printable.ts'
import type { Paint } from '../../terminal/paint.ts'
import { baselineSentences, comparedTail, isKnownOnly } from '../baseline.ts'
import { causesIn, someOf } from '../causes.ts'
import { counted } from '../counted.ts'
import { openRequirements, openVerdicts } from '../details.ts'
import { absenceSentences, notApplicableIn } from '../not-applicable.ts'
import { setSentences } from '../not-scored.ts'
import { revisitSentences } from '../requests.ts'
import { waiverSentences } from '../waivers.ts'
import { heldOf } from './exit-code.ts'
import { nextStep } from './shown.ts'

function whyIncomplete({ requirements, checks, filtered, profile, stop }: Report): string {
  // Drop the full stop that a server's text may end with.
  if (stop) return `${printable(stop.reason, 600).replace(/\.$/, '')}. ${printable(stop.mend, 600)}`
  if (checks.length === 0) return `no check of profile ${profile} was selected; try another --profile`
  const open = openRequirements(requirements, ...openVerdicts)
  if (open.length > 0) return `${counted(open.length, 'requirement has', 'requirements have')} no verdict`
  const warned = requirements.filter(({ verdict, not_scored }) => verdict === 'warn' && !not_scored).length
  if (filtered && warned > 0)
    return `${counted(warned, 'warning')}, and no selected requirement decides whether the target conforms`
  if (filtered) return 'the selected checks have shown no requirement'
  return 'the run did not show its profile'
}

export interface Concluded {
  readonly word: 'Conformant' | 'Nonconformant' | 'Incomplete' | 'Holds now'
  /** Complete sentences, most important first, to follow the word and a colon. */
  readonly reasons: readonly [string, ...string[]]
}

/** The conclusion of the run, in words. */
export function concluded(report: Report): Concluded {
  const { word, reasons } = withoutWaivers(report)
  return {
    word,
    reasons: [
      ...reasons,
      ...revisitSentences(report),
      ...absenceSentences(report),
      ...baselineSentences(report),
      ...limitSentences(report),
      ...waiverSentences(report),
      ...setSentences(report),
    ],
  }
}

/** Suggests a lower rate if the run met limits, which slow it down and may leave verdicts open. */
function limitSentences({ limits_met = 0, requests, started, finished }: Report): string[] {
  if (limits_met === 0) return []
  const seconds = (Date.parse(finished) - Date.parse(started)) / 1000
  const rate = Number(((requests - limits_met) / Math.max(1, seconds)).toPrecision(2))
  return [
    `${counted(limits_met, 'response')} reported an exceeded limit (429), and about ${rate} requests per second got through.`,
    'If these responses depend on the rate, a lower --rate, or limits.rate in the target file, avoids pauses.',
  ]
}

/** The maximum number of requirements to name; the report has all of them. */
const NAMED = 40

function heldSentence(held: readonly string[]): string {
  const which = held.length === 1 ? 'the selected requirement' : `all ${held.length} selected requirements`
  return `${which}: ${someOf(held, NAMED)}.`
}

const ONLY_WHOLE = 'Only a run of the whole profile shows that the target conforms.'

function withoutWaivers(report: Report): Concluded {
  const { conclusion, profile, strict, stop } = report
  const requirements = report.requirements.filter(({ not_scored }) => not_scored === undefined)
  const count = (wanted: string): number => requirements.filter(({ verdict }) => verdict === wanted).length
  if (conclusion === 'conformant') {
    const required = requirements.filter(({ level, verdict }) => level === 'must' && verdict === 'pass').length
    const warned = count('warn') > 0 ? `, with ${counted(count('warn'), 'warning')}` : ''
    const which = notApplicableIn(requirements).length > 0 ? 'applicable requirements' : 'requirements'
    return { word: 'Conformant', reasons: [`all ${required} ${which} of profile ${profile} hold${warned}.`] }
  }
  if (conclusion === 'nonconformant') {
    const failed = count('fail')
    const causes = causesIn(report).filter(({ verdict, not_scored }) => verdict === 'fail' && !not_scored).length
    const why = causes > 0 && causes < failed ? `, for ${counted(causes, 'cause')}` : ''
    const parts = [
      ...(failed > 0 ? [`${counted(failed, 'requirement does not hold', 'requirements do not hold')}${why}`] : []),
      ...(strict && count('warn') > 0 ? [`${counted(count('warn'), 'warning')} with --strict`] : []),
    ]
    // Add this as a reason, because a second conclusion would contradict the first.
    const early = stop ? [`The run ended early; other requirements may also fail: ${whyIncomplete(report)}`] : []
    const part = report.filtered && isKnownOnly(report) ? [ONLY_WHOLE] : []
    return { word: 'Nonconformant', reasons: [`${parts.join(', ')}${comparedTail(report)}.`, ...early, ...part] }
  }
  const held = heldOf(report)
  if (held) return { word: 'Holds now', reasons: [heldSentence(held), ONLY_WHOLE] }
  const next = stop ? undefined : nextStep(report)
  const steps = next === undefined ? [] : [`Next: ${next}`]
  return { word: 'Incomplete', reasons: [whyIncomplete(report).replace(/\.?$/, '.'), ...steps] }
}

const colours = { Conformant: 'green', Nonconformant: 'red', Incomplete: 'yellow', 'Holds now': 'green' } as const

/** The conclusion of the run, as the last lines of a summary. */
export function concludingLines(report: Report, paint: Paint): string[] {
  const {
    word,
    reasons: [first, ...others],
  } = concluded(report)
  return [`${paint([colours[word], 'bold'], word.toUpperCase())}: ${first}`, ...others]
}
