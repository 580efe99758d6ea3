/** The text of a set: the one before it, with all that is newer as one group more. */
import { stringify } from 'yaml'
import { profiles } from '../../suites/harness/catalogue/profiles.ts'
import { frozenSetFrom, type SetFile } from '../../suites/harness/sets/frozen-set.ts'
import type { ScoringSource } from '../../suites/harness/sets/scoring.ts'
import { type NewerThings, newerThan } from './newer.ts'

function groupOf({ requirements, checks, rows }: NewerThings): object {
  const byLevel = Map.groupBy(requirements, ({ level }) => level)
  const levels = [...byLevel].map(([level, own]) => {
    const byProfile = profiles.map((profile) => [profile, own.filter((each) => each.profile === profile)] as const)
    const filled = byProfile.filter(([, each]) => each.length > 0)
    return [level, Object.fromEntries(filled.map(([profile, each]) => [profile, each.map(({ id }) => id)]))] as const
  })
  const byCheck = [...Map.groupBy(rows, ([check]) => check)]
  return {
    ...(levels.length > 0 ? { requirements: Object.fromEntries(levels.toSorted(([a], [b]) => (a < b ? -1 : 1))) } : {}),
    ...(checks.length > 0 ? { checks } : {}),
    ...(byCheck.length > 0
      ? { rows: Object.fromEntries(byCheck.map(([check, own]) => [check, own.map(([, title]) => title)])) }
      : {}),
  }
}

const HEAD = `# What scores under this set: requirements by level and smallest profile, checks, and rows of suites/cases/. What is not
# here still runs, and is marked as newer. A released set never changes: the next one is a copy with one group more.
`

/** A set is called after its contract. */
const contractOf = (name: string): string => name.replace(/-\d+$/, '')

/** The set before one; nothing before the first of a contract. */
export function beforeOf(name: string, { timeline, setFile }: Omit<ScoringSource, 'challenges'>): SetFile | undefined {
  const names = timeline.sets.map((set) => set.name)
  const before = names.slice(0, names.indexOf(name)).findLast((each) => contractOf(each) === contractOf(name))
  return before === undefined ? undefined : setFile(before)
}

/** @throws where the timeline has no such set, and where it was released: certificates are about it as it is */
export function frozenText(name: string, { timeline, setFile }: Omit<ScoringSource, 'challenges'>): string {
  const { sets } = timeline
  const entry = sets.find((set) => set.name === name)
  if (!entry) throw new Error(`give ${name} an entry in schemas/sets/timeline.yaml first`)
  if (entry.released !== undefined)
    throw new Error(`${name} was released in ${entry.released} and never changes: give the next set an entry`)
  const contract = contractOf(name)
  // A contract starts again: what it drops cannot be taken out of a group.
  const base = beforeOf(name, { timeline, setFile })
  const group = groupOf(newerThan(base && frozenSetFrom(base), contract))
  const document = { set: name, contract, since: { ...base?.since, [name]: group } }
  return `${HEAD}${stringify(document, { lineWidth: 0 })}`
}
