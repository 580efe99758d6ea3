/** How a verdict looks: its word, its sign, and its colour. */
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { html, type Markup } from './markup.ts'

export type Verdict = ReportedRequirement['verdict']
type Tone = 'good' | 'bad' | 'open' | 'seen' | 'quiet'

interface Look {
  readonly verdict: Verdict
  readonly word: string
  readonly sign: string
  readonly tone: Tone
}

/** The look of every verdict, the worst first. */
const looks: readonly Look[] = [
  { verdict: 'fail', word: 'fail', sign: '✕', tone: 'bad' },
  { verdict: 'error', word: 'error', sign: '✕', tone: 'bad' },
  { verdict: 'warn', word: 'warning', sign: '!', tone: 'open' },
  { verdict: 'inconclusive', word: 'inconclusive', sign: '?', tone: 'open' },
  { verdict: 'not-evidenced', word: 'not shown', sign: '?', tone: 'open' },
  { verdict: 'pass', word: 'pass', sign: '✓', tone: 'good' },
  { verdict: 'observed', word: 'observed', sign: '○', tone: 'seen' },
  { verdict: 'not-applicable', word: 'not applicable', sign: '–', tone: 'quiet' },
  { verdict: 'not-selected', word: 'not selected', sign: '–', tone: 'quiet' },
  { verdict: 'not-observable', word: 'not observable', sign: '–', tone: 'quiet' },
]

export function badge(verdict: Verdict): Markup {
  const { word, sign, tone } = looks.find((look) => look.verdict === verdict) as Look
  return html`<span class="badge ${tone}"><span class="sign" aria-hidden="true">${sign}</span>${word}</span>`
}

/** Requirements in the order of their verdicts, the worst first. */
export const worstFirst = (requirements: readonly ReportedRequirement[]): ReportedRequirement[] =>
  looks.flatMap((look) => requirements.filter(({ verdict }) => verdict === look.verdict))

/** The verdicts that occur, each with its count. */
export const countsOf = (requirements: readonly ReportedRequirement[]) =>
  looks
    .map((look) => ({ look, count: requirements.filter(({ verdict }) => verdict === look.verdict).length }))
    .filter(({ count }) => count > 0)
