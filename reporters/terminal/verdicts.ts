/** The word and the colour of each verdict at a terminal. */
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { bySection, titleOf } from '../wording/sections.ts'
import type { Paint } from './paint.ts'
import { wrapped } from './wrap.ts'

export type Verdict = ReportedRequirement['verdict']

type Word = readonly [word: string, format: Parameters<Paint>[0]]

/** In the order of the tally: the best first, the least informative last. */
const words: Readonly<Record<Verdict, Word>> = {
  pass: ['pass', 'green'],
  fail: ['FAIL', ['red', 'bold']],
  warn: ['warn', 'yellow'],
  error: ['error', 'magenta'],
  inconclusive: ['inconclusive', 'yellow'],
  'not-evidenced': ['not shown', 'yellow'],
  observed: ['observed', 'cyan'],
  'not-applicable': ['not applicable', 'dim'],
  'not-selected': ['not selected', 'dim'],
  'not-observable': ['not observable', 'dim'],
}

export const wordOf = (verdict: Verdict): Word => words[verdict]

/** The number of requirements with each verdict, and of those that do not count. */
export function tallyLine(requirements: readonly ReportedRequirement[], paint: Paint): string {
  const counting = requirements.filter(({ not_scored }) => not_scored === undefined)
  const aside = requirements.length - counting.length
  return [
    ...Object.entries(words).flatMap(([verdict, [word, format]]) => {
      const count = counting.filter((requirement) => requirement.verdict === verdict).length
      return count === 0 ? [] : [paint(format, `${count} ${word}`)]
    }),
    ...(aside > 0 ? [paint('dim', `${aside} not scored`)] : []),
  ].join(' · ')
}

/** The tally for each section of the contract. */
export const sectionTable = (requirements: readonly ReportedRequirement[], paint: Paint, columns: number | undefined) =>
  bySection(requirements).flatMap(([section, own]) => {
    const lead = `  ${section.padEnd(4)}${titleOf(section).padEnd(28)}`
    return wrapped(`${lead}${tallyLine(own, paint)}`, columns, lead.length, lead)
  })
