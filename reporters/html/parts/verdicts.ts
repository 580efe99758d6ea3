/** How a verdict looks: its word, its sign, and its colour. */
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { html, type Markup } from './markup.ts'

export type Verdict = ReportedRequirement['verdict']

/** The look of every verdict, the worst first. */
const looks = {
  fail: { word: 'fail', sign: '✕', tone: 'bad' },
  error: { word: 'error', sign: '✕', tone: 'bad' },
  warn: { word: 'warning', sign: '!', tone: 'open' },
  inconclusive: { word: 'inconclusive', sign: '?', tone: 'open' },
  'not-evidenced': { word: 'not shown', sign: '?', tone: 'open' },
  pass: { word: 'pass', sign: '✓', tone: 'good' },
  observed: { word: 'observed', sign: '○', tone: 'seen' },
  'not-applicable': { word: 'not applicable', sign: '–', tone: 'quiet' },
  'not-selected': { word: 'not selected', sign: '–', tone: 'quiet' },
  'not-observable': { word: 'not observable', sign: '–', tone: 'quiet' },
} as const satisfies Readonly<Record<Verdict, object>>

const verdicts = Object.keys(looks) as Verdict[]

export function badge(verdict: Verdict): Markup {
  const { word, sign, tone } = looks[verdict]
  return html`<span class="badge ${tone}"><span class="sign" aria-hidden="true">${sign}</span>${word}</span>`
}

/** Requirements in the order of their verdicts, the worst first. */
export const worstFirst = (requirements: readonly ReportedRequirement[]): ReportedRequirement[] =>
  verdicts.flatMap((verdict) => requirements.filter((each) => each.verdict === verdict))

/** The verdicts that occur, each with its count. */
export const countsOf = (requirements: readonly ReportedRequirement[]) =>
  verdicts.flatMap((verdict) => {
    const { length: count } = requirements.filter((each) => each.verdict === verdict)
    return count > 0 ? [{ verdict, look: looks[verdict], count }] : []
  })
