/** The explanation of a requirement, a check, a fault, a variant or a set, as data. */
import { type Fault, listFaults, listVariants, type Variant } from '../../../mock/index.ts'
import { freedomsOf, incidentsOf } from '../../../suites/harness/catalogue/incidents.ts'
import { isRequirement, type Requirement, requirement } from '../../../suites/harness/catalogue/requirements.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import type { Check } from '../../../suites/harness/run/check.ts'
import { frozenSetFrom } from '../../../suites/harness/sets/frozen-set.ts'
import { ourSetFile } from '../../../suites/harness/sets/scoring.ts'
import { type DatedSet, stateOf } from '../../../suites/harness/sets/timeline.ts'
import { allChecks } from '../../../suites/index.ts'
import { hasSources, locationsOf, type Sought } from './locations.ts'
import type { Subject } from './subjects.ts'

/** All positions in the sources, as `file:line`; absent in the package, which has no sources. */
interface AtAll {
  readonly at?: readonly string[]
}

export type Explained = ReturnType<typeof explained>
export type ExplainedRequirement = ReturnType<typeof aboutRequirement>
export type ExplainedSet = ReturnType<typeof aboutSet>

const row = ({ name, shows }: Fault | Variant) => ({ id: name, shows, ...at('deviation', name) })

/** The first location of a name, as the member `at`. */
const at = (sought: Sought, name: string) => compact({ at: locationsOf(sought, name)[0] })

/** The positions of a check's id, or of the requirement that it covers if the id is generated from a table. */
function atCheck({ id, covers, kind }: Check): AtAll {
  if (!hasSources) return {}
  const own = locationsOf('check', id)
  if (own.length > 0) return { at: own }
  // Property checks are generated from the schema of requests.
  return { at: [...locationsOf('check', covers), ...(kind === 'property' ? locationsOf('schema', covers) : [])] }
}

/** The invariants, schema members and checks that judge a requirement, and the rules of the mock that follow it. */
function atRules(id: string): { readonly judge?: AtAll; readonly rule?: AtAll } {
  if (!hasSources) return {}
  return {
    // Some requirements are also judged by checks of other requirements.
    judge: { at: (['judge', 'schema', 'check'] as const).flatMap((sought) => locationsOf(sought, id)) },
    rule: { at: locationsOf('rule', id) },
  }
}

/** The section numbers that a freedom such as `2.2, 5.3: …` begins with, and their top-level sections. */
function sectionsOf(freedom: string): string[] {
  const [numbers = ''] = /^[0-9., ]*/.exec(freedom) ?? []
  return numbers.split(/[, ]+/).flatMap((number) => [number, number.split('.')[0] ?? ''])
}

function aboutRequirement(value: Requirement) {
  const [section = ''] = value.section.split(' ')
  return {
    kind: 'requirement' as const,
    ...value,
    ...at('statement', value.id),
    // Empty if the requirement is judged on every response of the run.
    checks: allChecks
      .filter(({ covers }) => covers === value.id)
      .map((check) => ({ id: check.id, title: check.title, ...atCheck(check) })),
    ...atRules(value.id),
    // Faults that break little else come first, because they are the best examples.
    faults: listFaults()
      .filter(({ breaks }) => breaks.some((id) => id === value.id))
      .toSorted((a, b) => a.breaks.length - b.breaks.length)
      .map(row),
    // Freedoms of the same section; a gateway that uses them still conforms.
    variants: listVariants()
      .filter(({ freedom }) => sectionsOf(freedom).includes(section))
      .map(row),
    // Public reports, latest first: of servers that broke it, and of behaviour that it records or allows.
    incidents: incidentsOf(value.id),
    surprises: freedomsOf(value.id),
  }
}

function aboutSet(dated: DatedSet) {
  const { name, draft, effective, warn, deprecated, released } = dated
  const file = ourSetFile(name)
  const { requirements, checks, rows } = frozenSetFrom(file)
  return {
    kind: 'set' as const,
    id: name,
    contract: file.contract,
    state: stateOf(dated, new Date()),
    days: compact({ draft, effective, warn, deprecated }),
    // The first release with the set; absent while the set is unreleased and may change.
    ...compact({ released }),
    // Counts only what scores.
    requirements: requirements.size,
    checks: checks.size,
    rows: [...rows.values()].reduce((sum, { size }) => sum + size, 0),
  }
}

export function explained(subject: Subject) {
  switch (subject.kind) {
    case 'requirement':
      return aboutRequirement(subject.value)
    case 'check': {
      const { id, suite, covers, title, kind: type, profile, needs } = subject.value
      const { statement } = requirement(covers)
      const own = { id, suite, covers, title, type, profile, needs, statement, ...atCheck(subject.value) }
      return { kind: 'check' as const, ...own }
    }
    case 'fault': {
      const broken = subject.value.breaks.filter(isRequirement)
      const breaks = broken.map((id) => ({ id, statement: requirement(id).statement }))
      return { kind: 'fault' as const, ...row(subject.value), breaks }
    }
    case 'variant':
      return { kind: 'variant' as const, ...row(subject.value), freedom: subject.value.freedom }
    case 'set':
      return aboutSet(subject.value)
  }
}
