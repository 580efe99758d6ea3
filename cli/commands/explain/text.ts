/** An explanation for people at a terminal. */
import type { Paint } from '../../../reporters/terminal/paint.ts'
import { wrapped } from '../../../reporters/terminal/wrap.ts'
import { idsOf } from '../../../reporters/wording/causes.ts'
import { sectionOf, titleOf } from '../../../reporters/wording/sections.ts'
import type { Freedom, Incident } from '../../../suites/harness/catalogue/incidents.ts'
import type { InVersions } from '../../../suites/harness/catalogue/version-order.ts'
import type { SetState } from '../../../suites/harness/sets/timeline.ts'
import type { Explained, ExplainedRequirement, ExplainedSet } from './explained.ts'

/** The maximum number of names to list; `--json` has all. */
const NAMED = 10
/** The maximum number of public reports to list. */
const REPORTED = 4

const WIDTH = 100

/** Wraps a text; returns no lines if there is no text. */
const lines = (text: string | undefined): string[] => (text === undefined ? [] : wrapped(`  ${text}`, WIDTH, 2))

/** A title and the lines below it; it is left out if there are none. */
type Part = readonly [title: string, lines: readonly string[]]

interface Explanation {
  readonly kind: string
  readonly text: readonly string[]
  readonly parts: readonly Part[]
}

export function explanationLines(about: Explained, paint: Paint): string[] {
  const { kind, text, parts } = explanationOf(about)
  const all: Part[] = [...parts, ['Where it is defined', whereOf(about)]]
  return [
    `${paint('bold', about.id)}: ${kind}`,
    ...text.flatMap(lines),
    ...all.flatMap(([title, own]) => (own.length === 0 ? [] : ['', paint('bold', title), ...own])),
  ]
}

function explanationOf(about: Explained): Explanation {
  switch (about.kind) {
    case 'requirement':
      return aboutRequirement(about)
    case 'check': {
      const { title, suite, type, profile, needs, covers, statement } = about
      return {
        kind: `check · ${type} of the suite ${suite} · from profile ${profile} on`,
        text: [title],
        parts: [
          [`Covers ${covers}`, lines(statement)],
          ['Needs of the target file', lines(needs.join(', ') || undefined)],
        ],
      }
    }
    case 'fault':
      return {
        kind: 'fault of the mock',
        text: [about.shows],
        parts: [
          ['Breaks', about.breaks.flatMap(({ id, statement }) => lines(`${id}: ${statement}`))],
          ['To see it', [`  svc-conformance mock, and the base URL <url>/faults/${about.id}`]],
        ],
      }
    case 'variant':
      return {
        kind: 'variant of the mock: it must pass',
        text: [about.shows],
        parts: [
          ['The freedom that it uses', lines(about.freedom)],
          ['To see it', [`  svc-conformance mock, and the base URL <url>/variants/${about.id}`]],
        ],
      }
    case 'set':
      return aboutSet(about)
  }
}

const aboutSet = ({ id, contract, state, days, released, requirements, checks, rows }: ExplainedSet): Explanation => ({
  kind: `set of contract ${contract} · ${state}`,
  text: [
    released === undefined ? 'It is in no release yet.' : `It is in releases from ${released} on, and never changes.`,
    `What scores in a run under it: ${requirements} requirements, by ${checks} checks with ${rows} rows.`,
  ],
  parts: [
    ['What the word means', lines(MEANS[state])],
    ['Days from which it is so', Object.entries(days).map(([name, day]) => `  ${name.padEnd(10)} ${day}`)],
    ['To run it', [`  svc-conformance run --set ${id} --base-url <url>`]],
  ],
})

/** What each state of a set means for a planned run. */
const MEANS: Readonly<Record<SetState, string>> = {
  draft: 'A run under it gets no certificate. It may change until it has an effective day.',
  effective: 'It counts, and runs under it get certificates.',
  warn: 'It counts, and runs under it get certificates. It ends soon.',
  deprecated: 'It can be run, but gets no certificate. Earlier certificates hold until they expire.',
}

function aboutRequirement(about: ExplainedRequirement): Explanation {
  const { level, section, profile, statement, reason, reading, fix, faults, variants, incidents, surprises } = about
  const place = `section ${section}, ${titleOf(sectionOf(section))}`
  return {
    kind: `requirement · ${level} · ${place}${profile === undefined ? '' : ` · from profile ${profile} on`}`,
    text: [statement],
    parts: [
      ['Versions of the contract that have it', lines(versionsOf(about))],
      ['Why no request can show it', lines(reason)],
      ['How it is read', lines(reading)],
      [level === 'observe' ? 'What to know' : 'How to fix it', lines(fix)],
      ['Checks', checksOf(about)],
      [`Faults of the mock that break it (${faults.length})`, namesOf(faults)],
      [`Freedoms of the same section, which must pass (${variants.length})`, namesOf(variants)],
      [`Seen in the field (${incidents.length})`, reported(incidents)],
      [`What surprised clients, and is allowed (${surprises.length})`, reported(surprises)],
    ],
  }
}

/** Lists public reports, on one line each if they fit. */
function reported(rows: readonly (Incident | Freedom)[]): string[] {
  const shown = rows.slice(0, REPORTED).flatMap(({ source, date, what }) => {
    const since = date === undefined ? '' : ` (${date})`
    return lines(`${source}${since}: ${what}`)
  })
  return rows.length > REPORTED ? [...shown, `  and ${rows.length - REPORTED} more, in --json`] : shown
}

/** Undefined if every version of the contract has it. */
function versionsOf({ since, until }: InVersions): string | undefined {
  if (since === undefined && until === undefined) return undefined
  return [
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(until === undefined ? [] : [`until ${until}, which drops it`]),
  ].join(', ')
}

/** A line for each location, up to a few of each kind. @param rows locations, each with its name */
function locationLines(kind: string, rows: readonly (readonly [at: string, name?: string])[]): string[] {
  const shown = rows.slice(0, NAMED).map((row) => `  ${kind.padEnd(10)} ${row.join(' ')}`)
  const rest = rows.length - shown.length
  return rest > 0 ? [...shown, `  ${kind.padEnd(10)} and ${rest} more`] : shown
}

function whereOf(about: Explained): string[] {
  const one = ({ at, id }: { readonly at?: string; readonly id: string }): (readonly [string, string])[] =>
    at === undefined ? [] : [[at, id]]
  const each = (at: string | readonly string[] = []): (readonly [string])[] =>
    [...new Set([at].flat())].map((location) => [location])
  if (about.kind === 'set') return []
  if (about.kind !== 'requirement') return locationLines(about.kind, each(about.at))
  const checks = about.checks.flatMap(({ at = [] }) => at)
  return [
    ...locationLines('statement', each(about.at)),
    ...locationLines('check', each(checks)),
    ...locationLines('judge', each(about.judge?.at?.filter((at) => !checks.includes(at)))),
    ...locationLines('mock rule', each(about.rule?.at)),
    ...locationLines('fault', about.faults.flatMap(one)),
    ...locationLines('variant', about.variants.flatMap(one)),
  ]
}

const namesOf = (rows: readonly { readonly id: string }[]): string[] => lines(idsOf(rows, NAMED) || undefined)

function checksOf({ checks, level }: ExplainedRequirement): string[] {
  if (level === 'not-observable') return []
  if (checks.length === 0) return lines('No separate check: a run looks at every response to which it applies.')
  return checks.flatMap(({ id, title }) => lines(id === title ? id : `${id}: ${title}`))
}
