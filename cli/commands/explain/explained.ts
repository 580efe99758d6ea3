/** The explanation of a requirement, a check, a fault, a variant or a set, as data. */
import { type Fault, listFaults, listVariants, type Variant } from '../../../mock/index.ts'
import { type Freedom, freedomsOf, type Incident, incidentsOf } from '../../../suites/harness/catalogue/incidents.ts'
import { isRequirement, type Requirement, requirement } from '../../../suites/harness/catalogue/requirements.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import type { Check } from '../../../suites/harness/run/check.ts'
import { frozenSetFrom, type SetFile } from '../../../suites/harness/sets/frozen-set.ts'
import { ourSetFile } from '../../../suites/harness/sets/scoring.ts'
import { type DatedSet, type SetState, stateOf } from '../../../suites/harness/sets/timeline.ts'
import { allChecks } from '../../../suites/index.ts'
import { hasSources, locationsOf, type Sought } from './locations.ts'
import type { Subject } from './subjects.ts'

/** Its position in the sources, as `file:line`; absent in the package, which has no sources. */
interface At {
  readonly at?: string
}

/** All positions in the sources. */
interface AtAll {
  readonly at?: readonly string[]
}

interface Row extends At {
  readonly id: string
  readonly shows: string
}

export interface ExplainedRequirement extends Requirement, At {
  readonly kind: 'requirement'
  /** None if it is judged on every response of the run. */
  readonly checks: readonly (AtAll & { readonly id: string; readonly title: string })[]
  /** What judges it: invariants on every response, members of the wire schemas, and checks. */
  readonly judge?: AtAll
  /** The rules of the mock that keep it. */
  readonly rule?: AtAll
  readonly faults: readonly Row[]
  /** Freedoms of the same section: gateways that use them still conform. */
  readonly variants: readonly Row[]
  /** Public reports of servers that broke it, the latest first. */
  readonly incidents: readonly Incident[]
  /** Public reports of behaviour that it records or allows. */
  readonly surprises: readonly Freedom[]
}

export interface ExplainedSet extends Pick<SetFile, 'contract'> {
  readonly kind: 'set'
  readonly id: string
  /** Today. */
  readonly state: SetState
  /** Fixed days, in their order. */
  readonly days: Readonly<Partial<Record<SetState, string>>>
  /** The first release with it; absent while it is in none, and may change. */
  readonly released?: string
  /** The numbers of those that score. */
  readonly requirements: number
  readonly checks: number
  readonly rows: number
}

export type Explained =
  | ExplainedRequirement
  | (AtAll &
      Pick<Check, 'id' | 'suite' | 'covers' | 'title' | 'profile' | 'needs'> & {
        readonly kind: 'check'
        readonly type: Check['kind']
        readonly statement: string
      })
  | (Row & { readonly kind: 'fault'; readonly breaks: readonly Pick<Requirement, 'id' | 'statement'>[] })
  | (Row & { readonly kind: 'variant'; readonly freedom: string })
  | ExplainedSet

const row = ({ name, shows }: Fault | Variant): Row => ({ id: name, shows, ...at('deviation', name) })

/** The first location of a name, as the member `at`. */
function at(sought: Sought, name: string): At {
  const [first] = locationsOf(sought, name)
  return first === undefined ? {} : { at: first }
}

/** A check by its name, or by what it covers if a table makes both. */
function atCheck({ id, covers, kind }: Check): AtAll {
  if (!hasSources) return {}
  const own = locationsOf('check', id)
  if (own.length > 0) return { at: own }
  // A property is generated from the schema of requests.
  return { at: [...locationsOf('check', covers), ...(kind === 'property' ? locationsOf('schema', covers) : [])] }
}

function atRules(id: string): Pick<ExplainedRequirement, 'judge' | 'rule'> {
  if (!hasSources) return {}
  return {
    // Checks of other requirements also judge some requirements.
    judge: { at: (['judge', 'schema', 'check'] as const).flatMap((sought) => locationsOf(sought, id)) },
    rule: { at: locationsOf('rule', id) },
  }
}

/** The sections at the beginning of a freedom, such as those of `2.2, 5.3: …`; a rule's number belongs to its section. */
function sectionsOf(freedom: string): string[] {
  const [numbers = ''] = /^[0-9., ]*/.exec(freedom) ?? []
  return numbers.split(/[, ]+/).flatMap((number) => [number, number.split('.')[0] ?? ''])
}

function aboutRequirement(value: Requirement): ExplainedRequirement {
  const [section = ''] = value.section.split(' ')
  return {
    kind: 'requirement',
    ...value,
    ...at('statement', value.id),
    checks: allChecks
      .filter(({ covers }) => covers === value.id)
      .map((check) => ({ id: check.id, title: check.title, ...atCheck(check) })),
    ...atRules(value.id),
    // Those that break little else are the best examples.
    faults: listFaults()
      .filter(({ breaks }) => breaks.some((id) => id === value.id))
      .toSorted((a, b) => a.breaks.length - b.breaks.length)
      .map(row),
    variants: listVariants()
      .filter(({ freedom }) => sectionsOf(freedom).includes(section))
      .map(row),
    incidents: incidentsOf(value.id),
    surprises: freedomsOf(value.id),
  }
}

function aboutSet(dated: DatedSet): ExplainedSet {
  const { name, draft, effective, warn, deprecated, released } = dated
  const file = ourSetFile(name)
  const { requirements, checks, rows } = frozenSetFrom(file)
  return {
    kind: 'set',
    id: name,
    contract: file.contract,
    state: stateOf(dated, new Date()),
    days: compact({ draft, effective, warn, deprecated }),
    ...compact({ released }),
    requirements: requirements.size,
    checks: checks.size,
    rows: [...rows.values()].reduce((sum, { size }) => sum + size, 0),
  }
}

export function explained(subject: Subject): Explained {
  switch (subject.kind) {
    case 'requirement':
      return aboutRequirement(subject.value)
    case 'check': {
      const { id, suite, covers, title, kind: type, profile, needs } = subject.value
      const { statement } = requirement(covers)
      return { kind: 'check', id, suite, covers, title, type, profile, needs, statement, ...atCheck(subject.value) }
    }
    case 'fault': {
      const broken = subject.value.breaks.filter(isRequirement)
      const breaks = broken.map((id) => ({ id, statement: requirement(id).statement }))
      return { kind: 'fault', ...row(subject.value), breaks }
    }
    case 'variant':
      return { kind: 'variant', ...row(subject.value), freedom: subject.value.freedom }
    case 'set':
      return aboutSet(subject.value)
  }
}
