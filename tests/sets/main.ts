/**
 * `npm run freeze -- NAME` writes `schemas/sets/NAME.yaml`: the set before it, with all that is newer as one group more; the first
 * set of a contract has one group.
 * The timeline needs an entry for it. A set that is in no release yet may be written again; a released one never changes.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { schemaFile } from '../../schemas/index.ts'
import { profiles } from '../../suites/harness/catalogue/profiles.ts'
import { frozenSetFrom } from '../../suites/harness/sets/frozen-set.ts'
import { ourSetFile, ourTimeline } from '../../suites/harness/sets/scoring.ts'
import { type NewerThings, newerThan } from './newer.ts'

const timelinePath = schemaFile('sets/timeline.yaml')

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
# here runs all the same, and is told as newer. A released set never changes: the next one is a copy with one group more.
`

function freeze(name: string): string {
  const { sets } = ourTimeline()
  const at = sets.findIndex((set) => set.name === name)
  if (at === -1) throw new Error(`give ${name} an entry in schemas/sets/timeline.yaml first`)
  const before = sets[at - 1]
  const contract = name.replace(/-\d+$/, '')
  const earlier = before && ourSetFile(before.name)
  // A contract begins anew: what it drops cannot be taken out of a group.
  const base = earlier?.contract === contract ? earlier : undefined
  const group = groupOf(newerThan(base && frozenSetFrom(base), contract))
  const document = { set: name, contract, since: { ...base?.since, [name]: group } }
  return `${HEAD}${stringify(document, { lineWidth: 0 })}`
}

const [name = ''] = process.argv.slice(2)
const text = freeze(name)
writeFileSync(schemaFile(`sets/${name}.yaml`), text)
const digest = createHash('sha256').update(text).digest('hex')
const timeline = readFileSync(timelinePath, 'utf8')
const entry = new RegExp(`(- name: ${name}\\n(?:    .*\\n)*?    sha256: )[0-9a-f]+`)
writeFileSync(timelinePath, timeline.replace(entry, `$1${digest}`))
process.stdout.write(`schemas/sets/${name}.yaml is written; sha256 ${digest}\n`)
