/** An explanation for people at a terminal. */
import type { Paint } from '../../../reporters/terminal/paint.ts'
import { sectionOf, titleOf } from '../../../reporters/wording/sections.ts'
import type { InVersions } from '../../../suites/harness/catalogue/contract-versions.ts'
import type { Freedom, Incident } from '../../../suites/harness/catalogue/incidents.ts'
import type { SetState } from '../../../suites/harness/sets/timeline.ts'
import type { Explained, ExplainedRequirement, ExplainedSet } from './explained.ts'
import { wrapped } from './wrap-text.ts'

/** The most names to list; --json gives all. */
const NAMED = 10
/** Public reports of the same. */
const REPORTED = 4

/** An explanation as lines. */
export function explanationLines(about: Explained, paint: Paint): string[] {
  return [...descriptionLines(about, paint), ...whereOf(about, paint)]
}

function descriptionLines(about: Explained, paint: Paint): string[] {
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
        head('variant of the mock: it must pass'),
        ...wrapped(about.shows),
        ...text('The freedom that it uses', about.freedom, paint),
        ...part('To see it', [`  svc-conformance mock, and the base URL <url>/variants/${about.id}`], paint),
      ]
    case 'set':
      return aboutSet(about, paint)
  }
}

function aboutSet(about: ExplainedSet, paint: Paint): string[] {
  const { id, contract, state, days, released, requirements, checks, rows } = about
  return [
    `${paint('bold', id)}: set of contract ${contract} · ${state}`,
    ...wrapped(
      released === undefined ? 'It is in no release yet.' : `It is in releases from ${released} on, and never changes.`,
    ),
    ...wrapped(`What scores in a run under it: ${requirements} requirements, by ${checks} checks with ${rows} rows.`),
    ...text('What the word means', MEANS[state], paint),
    ...part(
      'Days from which it is so',
      Object.entries(days).map(([name, day]) => `  ${name.padEnd(10)} ${day}`),
      paint,
    ),
    ...part('To run it', [`  svc-conformance run --set ${id} --base-url <url>`], paint),
  ]
}

/** Of each state, for the planning of a run. */
const MEANS: Readonly<Record<SetState, string>> = {
  draft: 'A run under it gets no certificate. It may change until it has an effective day.',
  effective: 'It counts, and runs under it get certificates.',
  warn: 'It counts, and runs under it get certificates. It ends soon.',
  deprecated: 'It can be run, but gets no certificate. Earlier certificates hold until they expire.',
}

function aboutRequirement(about: ExplainedRequirement, paint: Paint): string[] {
  const { id, level, section, profile, statement, reason, reading, fix, faults, variants, incidents, surprises } = about
  const place = `section ${section}, ${titleOf(sectionOf(section))}`
  return [
    `${paint('bold', id)}: requirement · ${level} · ${place}${profile === undefined ? '' : ` · from profile ${profile} on`}`,
    ...wrapped(statement),
    ...text('Versions of the contract that have it', versionsOf(about), paint),
    ...text('Why no request can show it', reason, paint),
    ...text('How it is read', reading, paint),
    ...text(level === 'observe' ? 'What to know' : 'How to fix it', fix, paint),
    ...part('Checks', checksOf(about), paint),
    ...part(`Faults of the mock that break it (${faults.length})`, namesOf(faults), paint),
    ...part(`Freedoms of the same section, which must pass (${variants.length})`, namesOf(variants), paint),
    ...part(`Seen in the field (${incidents.length})`, reported(incidents), paint),
    ...part(`What surprised clients, and is allowed (${surprises.length})`, reported(surprises), paint),
  ]
}

/** Public reports, one line each if it fits. */
function reported(rows: readonly (Incident | Freedom)[]): string[] {
  const lines = rows.slice(0, REPORTED).flatMap(({ source, date, what }) => {
    const since = date === undefined ? '' : ` (${date})`
    return wrapped(`${source}${since}: ${what}`)
  })
  return rows.length > REPORTED ? [...lines, `  and ${rows.length - REPORTED} more, in --json`] : lines
}

/** Empty if every version has it. */
function versionsOf({ since, until }: InVersions): string | undefined {
  if (since === undefined && until === undefined) return undefined
  return [
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(until === undefined ? [] : [`until ${until}, which drops it`]),
  ].join(', ')
}

const WHERE = 'Where it is defined'

/** A line for each location, up to a few of each kind. @param rows locations, each with its name */
function locationLines(kind: string, rows: readonly (readonly [at: string, name?: string])[]): string[] {
  const lines = rows
    .slice(0, NAMED)
    .map(([at, name]) => `  ${kind.padEnd(10)} ${at}${name === undefined ? '' : ` ${name}`}`)
  const rest = rows.length - lines.length
  return rest > 0 ? [...lines, `  ${kind.padEnd(10)} and ${rest} more`] : lines
}

function whereOf(about: Explained, paint: Paint): string[] {
  const one = ({ at, id }: { readonly at?: string; readonly id: string }): (readonly [string, string])[] =>
    at === undefined ? [] : [[at, id]]
  const each = (at: string | readonly string[] = []): (readonly [string])[] =>
    [...new Set([at].flat())].map((location) => [location])
  if (about.kind === 'set') return []
  if (about.kind !== 'requirement') return part(WHERE, locationLines(about.kind, each(about.at)), paint)
  const checks = about.checks.flatMap(({ at = [] }) => at)
  const lines = [
    ...locationLines('statement', each(about.at)),
    ...locationLines('check', each(checks)),
    ...locationLines('judge', each(about.judge?.at?.filter((at) => !checks.includes(at)))),
    ...locationLines('mock rule', each(about.rule?.at)),
    ...locationLines('fault', about.faults.flatMap(one)),
    ...locationLines('variant', about.variants.flatMap(one)),
  ]
  return part(WHERE, lines, paint)
}

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
  if (checks.length === 0) return wrapped('It has no own check: it is judged on every response to which it applies.')
  return checks.flatMap(({ id, title }) => wrapped(id === title ? id : `${id}: ${title}`))
}
