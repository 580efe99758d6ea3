/** `svc-conformance list`: lists items, one line each, or as JSON for programs. */
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { frozenSetFrom } from '../../../suites/harness/sets/frozen-set.ts'
import { ourSetFile, ourTimeline } from '../../../suites/harness/sets/scoring.ts'
import { stateOf, states } from '../../../suites/harness/sets/timeline.ts'
import { allChecks } from '../../../suites/index.ts'
import { exitCodes } from '../../exit-codes.ts'

export type Listing = 'requirements' | 'checks' | 'suites' | 'sets' | 'faults' | 'variants' | 'scenarios'

export interface ListOptions {
  readonly json: boolean
}

type Row = Readonly<Record<string, string | readonly string[]>>

const ROWS: Readonly<Record<Listing, () => Promise<readonly Row[]>>> = {
  requirements: async () =>
    requirements.map(({ id, level, profile, section, statement, since, until }) => ({
      id,
      level,
      profile: profile ?? '-',
      section,
      statement,
      ...compact({ since, until }),
    })),
  checks: async () => allChecks.map(({ id, kind, profile, covers, title }) => ({ id, kind, profile, covers, title })),
  suites: async () =>
    [...Map.groupBy(allChecks, ({ suite }) => suite)].map(([id, checks]) => ({
      id,
      checks: `${checks.length} checks`,
    })),
  sets: async () =>
    ourTimeline().sets.map((set) => {
      const { requirements: own, checks } = frozenSetFrom(ourSetFile(set.name))
      return {
        id: set.name,
        state: stateOf(set, new Date()),
        requirements: `${own.size} requirements`,
        checks: `${checks.size} checks`,
        days: states.flatMap((state) => (set[state] === undefined ? [] : [`${state} ${set[state]}`])),
      }
    }),
  faults: async () => {
    const { listFaults } = await import('../../../mock/index.ts')
    return listFaults().map(({ name, breaks, shows }) => ({ id: name, breaks, shows }))
  },
  variants: async () => {
    const { listVariants } = await import('../../../mock/index.ts')
    return listVariants().map(({ name, freedom, shows }) => ({ id: name, freedom, shows }))
  },
  scenarios: async () => {
    const { scenarios } = await import('../client/scenarios.ts')
    return Object.entries(scenarios).map(([id, { set, gateway, good, rests }]) => ({ id, set, gateway, good, rests }))
  },
}

const line = (row: Row): string =>
  Object.values(row)
    .map((value) => (typeof value === 'string' ? value : value.join(',')))
    .join('  ')

export async function listCommand(what: Listing | undefined, { json }: ListOptions): Promise<number> {
  if (what === undefined) throw new UsageError(`name what to list: ${Object.keys(ROWS).join(', ')}`)
  const rows = await ROWS[what]()
  process.stdout.write(json ? `${JSON.stringify(rows, null, 2)}\n` : `${rows.map(line).join('\n')}\n`)
  return exitCodes.conformant
}
