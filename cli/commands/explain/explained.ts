/** What there is to say about a requirement, a check, a fault or a variant, as data. */
import { type Fault, listFaults, listVariants, type Variant } from '../../../mock/index.ts'
import { explanations } from '../../../suites/harness/catalogue/explanations.ts'
import { isRequirement, type Requirement, requirement } from '../../../suites/harness/catalogue/requirements.ts'
import type { Check } from '../../../suites/harness/run/check.ts'
import { allChecks } from '../../../suites/index.ts'
import type { Subject } from './subjects.ts'

type Row = Readonly<Record<'id' | 'shows', string>>

export interface ExplainedRequirement extends Requirement {
  readonly kind: 'requirement'
  readonly mend?: string
  readonly reading?: string
  /** None where it is judged on every answer of the run. */
  readonly checks: readonly { readonly id: string; readonly title: string }[]
  readonly faults: readonly Row[]
  /** Freedoms of the same section: gateways that use them conform all the same. */
  readonly variants: readonly Row[]
}

export type Explained =
  | ExplainedRequirement
  | (Pick<Check, 'id' | 'suite' | 'covers' | 'title' | 'profile' | 'needs'> & {
      readonly kind: 'check'
      readonly type: Check['kind']
      readonly statement: string
    })
  | {
      readonly kind: 'fault'
      readonly id: string
      readonly shows: string
      readonly breaks: readonly Pick<Requirement, 'id' | 'statement'>[]
    }
  | { readonly kind: 'variant'; readonly id: string; readonly shows: string; readonly freedom: string }

const row = ({ name, shows }: Fault | Variant): Row => ({ id: name, shows })

/** Sections that a freedom begins with, such as those of `2.2, 5.3: …`; a rule's number goes with its section. */
function sectionsOf(freedom: string): string[] {
  const [numbers = ''] = /^[0-9., ]*/.exec(freedom) ?? []
  return numbers.split(/[, ]+/).flatMap((number) => [number, number.split('.')[0] ?? ''])
}

function aboutRequirement(value: Requirement): ExplainedRequirement {
  const [section = ''] = value.section.split(' ')
  return {
    kind: 'requirement',
    ...value,
    ...explanations.get(value.id),
    checks: allChecks.filter(({ covers }) => covers === value.id).map(({ id, title }) => ({ id, title })),
    // Those that break little else say most about it.
    faults: listFaults()
      .filter(({ breaks }) => breaks.some((id) => id === value.id))
      .toSorted((a, b) => a.breaks.length - b.breaks.length)
      .map(row),
    variants: listVariants()
      .filter(({ freedom }) => sectionsOf(freedom).includes(section))
      .map(row),
  }
}

/** Everything about a subject. */
export function explained(subject: Subject): Explained {
  switch (subject.kind) {
    case 'requirement':
      return aboutRequirement(subject.value)
    case 'check': {
      const { id, suite, covers, title, kind: type, profile, needs } = subject.value
      return { kind: 'check', id, suite, covers, title, type, profile, needs, statement: requirement(covers).statement }
    }
    case 'fault': {
      const { name, shows, breaks } = subject.value
      return {
        kind: 'fault',
        id: name,
        shows,
        breaks: breaks.filter(isRequirement).map((id) => ({ id, statement: requirement(id).statement })),
      }
    }
    case 'variant': {
      const { name, shows, freedom } = subject.value
      return { kind: 'variant', id: name, shows, freedom }
    }
  }
}
