/** An explanation for people at a terminal. */
import type { Paint } from '../../../reporters/terminal/paint.ts'
import { sectionOf, titleOf } from '../../../reporters/wording/sections.ts'
import { wrapped } from '../../wrap-text.ts'
import type { Explained, ExplainedRequirement } from './explained.ts'

/** Names that are listed; --json gives all. */
const NAMED = 10

function part(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines]
}

function text(title: string, words: string | undefined, paint: Paint): string[] {
  return words === undefined ? [] : part(title, wrapped(words), paint)
}

function namesOf(rows: readonly { readonly id: string }[]): string[] {
  if (rows.length === 0) return []
  const names = rows.slice(0, NAMED).map(({ id }) => id)
  const rest = rows.length - names.length
  return wrapped(`${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`)
}

function checksOf({ checks, level }: ExplainedRequirement): string[] {
  if (level === 'not-observable') return []
  if (checks.length === 0)
    return wrapped('No check of its own: it is judged on every answer of a run that it is about.')
  return checks.flatMap(({ id, title }) => wrapped(id === title ? id : `${id}: ${title}`))
}

function aboutRequirement(about: ExplainedRequirement, paint: Paint): string[] {
  const { id, level, section, profile, statement, reason, reading, mend, faults, variants } = about
  const place = `section ${section}, ${titleOf(sectionOf(section))}`
  return [
    `${paint('bold', id)}: requirement · ${level} · ${place}${profile === undefined ? '' : ` · from profile ${profile} on`}`,
    ...wrapped(statement),
    ...text('Why no request can show it', reason, paint),
    ...text('How it is read', reading, paint),
    ...text(level === 'observe' ? 'What to know' : 'How to mend it', mend, paint),
    ...part('Checks', checksOf(about), paint),
    ...part(`Faults of the mock that break it (${faults.length})`, namesOf(faults), paint),
    ...part(`Freedoms of the same section, which must stay green (${variants.length})`, namesOf(variants), paint),
  ]
}

/** What is known of a subject, as lines. */
export function explanationLines(about: Explained, paint: Paint): string[] {
  const head = (kind: string): string => `${paint('bold', about.id)}: ${kind}`
  switch (about.kind) {
    case 'requirement':
      return aboutRequirement(about, paint)
    case 'check': {
      const { title, suite, type, profile, needs, covers, statement } = about
      return [
        head(`check · ${type} of the suite ${suite} · from profile ${profile} on`),
        ...wrapped(title),
        ...part(`Covers ${covers}`, wrapped(statement), paint),
        ...part('Needs of the target file', needs.length === 0 ? [] : wrapped(needs.join(', ')), paint),
      ]
    }
    case 'fault':
      return [
        head('fault of the mock'),
        ...wrapped(about.shows),
        ...part(
          'Breaks',
          about.breaks.flatMap(({ id, statement }) => wrapped(`${id}: ${statement}`)),
          paint,
        ),
        ...part('To see it', [`  svc-conformance mock, and the base URL <url>/faults/${about.id}`], paint),
      ]
    case 'variant':
      return [
        head('variant of the mock: it must stay green'),
        ...wrapped(about.shows),
        ...text('The freedom that it uses', about.freedom, paint),
        ...part('To see it', [`  svc-conformance mock, and the base URL <url>/variants/${about.id}`], paint),
      ]
  }
}
