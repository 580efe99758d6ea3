/** The subjects of explanations, and how a word on the command line finds them. */
import { listFaults, listVariants } from '../../../mock/index.ts'
import { idsOf, someOf } from '../../../reporters/wording/causes.ts'
import { nearestOf } from '../../../suites/harness/catalogue/nearest.ts'
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { ourTimeline } from '../../../suites/harness/sets/scoring.ts'
import { allChecks } from '../../../suites/index.ts'

export type Subject = ReturnType<typeof subjects>[number][number]

/** The kinds, in the order in which a word is looked up. */
const subjects = () => [
  requirements.map((value) => ({ kind: 'requirement', id: value.id, value }) as const),
  allChecks.map((value) => ({ kind: 'check', id: value.id, value }) as const),
  listFaults().map((value) => ({ kind: 'fault', id: value.name, value }) as const),
  listVariants().map((value) => ({ kind: 'variant', id: value.name, value }) as const),
  ourTimeline().sets.map((value) => ({ kind: 'set', id: value.name, value }) as const),
]

/** The maximum number of ids to suggest for a word that matches none, or too many. */
const NAMED = 6

/** The list that shows the ids; only the names of sets begin with a digit. */
const listing = (word: string): string => (/^\d/.test(word) ? 'sets' : 'requirements')

/** Explains a name of several kinds for each, but omits a check that is named like its requirement. */
function exactly(word: string, kinds: readonly (readonly Subject[])[]): Subject[] {
  const found = kinds.flat().filter(({ id }) => id === word)
  return found.some(({ kind }) => kind === 'requirement') ? found.filter(({ kind }) => kind !== 'check') : found
}

/**
 * The subjects of a word: an id, or the beginning of exactly one id of a kind.
 *
 * @throws UsageError with the nearest ids
 */
export function subjectsNamed(word: string): Subject[] {
  const kinds = subjects()
  const exact = exactly(word, kinds)
  if (exact.length > 0) return exact
  for (const kind of word === '' ? [] : kinds) {
    const begun = kind.filter(({ id }) => id.startsWith(word))
    if (begun.length === 1) return begun
    if (begun.length > 1) throw new UsageError(`'${word}' is the beginning of several: ${idsOf(begun, NAMED)}`)
  }
  const ids = [...new Set(kinds.flat().map(({ id }) => id))]
  const holding = ids.filter((id) => word.length > 2 && id.includes(word.toLowerCase()))
  const near = holding.length > 0 ? holding : nearestOf(word, ids, 3)
  throw new UsageError(
    `there is no requirement, check, fault, variant or set '${word}'; ${
      near.length > 0 ? `did you mean ${someOf(near, NAMED)}?` : `svc-conformance list ${listing(word)} shows the ids`
    }`,
  )
}
