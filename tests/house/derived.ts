/** Generates files, and tables of pages, from other files. `npm run tables` writes them, and a test compares them. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { CAPABILITIES, DISTURBANCES, TABLE } from '../../mock/core/disturbances/table.ts'
import { listFaults, listVariants } from '../../mock/index.ts'
import { FORMATS } from '../../reporters/formats/format-names.ts'
import { bySection, titleOf } from '../../reporters/wording/sections.ts'
import { requirementIds } from '../../schemas/requirement-ids.ts'
import { type Incident, incidents, incidentsOf } from '../../suites/harness/catalogue/incidents.ts'
import { includes, type Profile } from '../../suites/harness/catalogue/profiles.ts'
import { isRequirement, requirement } from '../../suites/harness/catalogue/requirements.ts'
import { TRAFFIC_FORMATS } from '../../suites/harness/traffic/formats/formats.ts'
import { needs } from '../../suites/harness/traffic/needs.ts'
import { CALLER_HEAD, callerRows } from '../integration/callers/table.ts'
import { matrix } from '../integration/matrix/matrix.ts'
import { matrixPage } from '../integration/matrix/page.ts'

/** The number of public reports that a page shows for a requirement. */
const NAMED = 3

const FORMAT_HEAD = ['format', 'file', 'for', 'what is [declared](target-file.md#about)']
const INCIDENT_HEAD = ['section', 'about', 'reports', 'with a fault', '`core` judges', '`full` judges']
const NUMBERS_HEAD = [
  'requirements',
  'faults that runs must find',
  'freedoms that runs must accept',
  'public bug reports behind them',
]
const TRAFFIC_HEAD = ['needs', 'transcript, ndjson', 'har', 'logs, otel', 'requirements']
const DISTURBANCE_HEAD = ['name', 'parameters', 'of', 'what a client sees', 'fetch, msw']

/** Generates the text of each file from its current text, by path from the root. */
export const derived: Readonly<Record<string, (now: string) => string>> = {
  'mock/deviations/faults/index.ts': () => derivedList('faults'),
  'mock/deviations/variants/index.ts': () => derivedList('variants'),
  'schemas/requirement-ids.ts': derivedIds,
  'schemas/incident-sources.ts': derivedSources,
  'README.md': (page) => {
    const counts = [requirementIds, listFaults(), listVariants(), incidents].map(({ length }) => `${length}`)
    return withTable(page, NUMBERS_HEAD, [counts])
  },
  'docs/reports.md': (page) =>
    withTable(
      page,
      FORMAT_HEAD,
      Object.entries(FORMATS).map(([name, row]) => [`\`${name}\``, `\`${row.file}\``, row.for, row.declared]),
    ),
  'docs/callers.md': (page) => withTable(page, CALLER_HEAD, callerRows()),
  'docs/clients.md': (page) => matrixPage(page, matrix()),
  'docs/judged.md': (page) => withTable(page, INCIDENT_HEAD, incidentRows()),
  'docs/traffic.md': (page) => withTable(page, TRAFFIC_HEAD, trafficRows()),
  'docs/mock.md': (page) => withTable(page, DISTURBANCE_HEAD, DISTURBANCES.map(disturbance)),
}

type Kind = 'faults' | 'variants'

const folderOf = (kind: Kind): string => pathOf(`mock/deviations/${kind}/`)

/** The files of a folder that export a table, without extension. */
function tablesOf(kind: Kind): string[] {
  const cwd = folderOf(kind)
  return globSync('**/*.ts', { cwd })
    .filter((path) => readFileSync(`${cwd}${path}`, 'utf8').includes(`\nexport const ${kind} = `))
    .map((path) => path.slice(0, -3).replaceAll('\\', '/'))
    .sort()
}

/**
 * Generates the list of tables, because the mock cannot read folders in browsers and bundles. `access/wrong-keys`
 * becomes the export `accessWrongKeys`.
 */
function derivedList(kind: Kind): string {
  const lines = tablesOf(kind).map((path) => {
    const name = path.replaceAll(/[/-](.)/g, (_, letter: string) => letter.toUpperCase())
    return `export { ${kind} as ${name} } from './${path}.ts'\n`
  })
  return `/** The tables of ${kind}, one file each: \`npm run tables\` writes this list. */\n${lines.join('')}`
}

/** Generates the ids as a type, so that a misspelt id does not compile. */
function derivedIds(): string {
  const { requirements } = parse(written('schemas/requirements.yaml')) as {
    readonly requirements: readonly { readonly id: string }[]
  }
  const lines = requirements.map(({ id }) => `  '${id}',\n`)
  return `/** The ids of requirements.yaml, in its order: \`npm run tables\` writes this list. */
export const requirementIds = [
${lines.join('')}] as const

export type RequirementId = (typeof requirementIds)[number]
`
}

/** Public reports by the section that they break first, with the number that have faults judged by each profile. */
function incidentRows(): string[][] {
  const broken = new Map(listFaults().map(({ name, breaks }) => [name, breaks.filter(isRequirement).map(requirement)]))
  const row = (section: string, about: string, rows: readonly Incident[]): string[] => {
    const faults = rows.flatMap(({ fault }) => (fault === undefined ? [] : [broken.get(fault) ?? []]))
    const judged = (profile: Profile): number =>
      faults.filter((all) => all.some((each) => includes(profile, each.profile ?? 'full'))).length
    return [section, about, ...[rows.length, faults.length, judged('core'), judged('full')].map(String)]
  }
  const placed = incidents.map((incident) => ({ incident, section: requirement(incident.requirements[0]).section }))
  return [
    ...bySection(placed).map(([section, rows]) =>
      row(
        section,
        titleOf(section),
        rows.map(({ incident }) => incident),
      ),
    ),
    row('all', '', incidents),
  ]
}

/** Requirements by the parts of a record that they need, and the formats that have these parts. */
function trafficRows(): string[][] {
  const byNeeds = Map.groupBy(needs, ([, parts]) => parts.join(', '))
  return [...byNeeds].map(([parts, rows]) => {
    const shows = (name: 'ndjson' | 'har' | 'nginx'): string =>
      rows[0]?.[1].every((part) => TRAFFIC_FORMATS[name].holds.includes(part)) ? 'yes' : ''
    return [parts, shows('ndjson'), shows('har'), shows('nginx'), rows.map(([id]) => `\`${id}\``).join(' ')]
  })
}

/** Generates a TypeScript table, since reporters do not read YAML. */
function derivedSources(): string {
  const lines = requirementIds.flatMap((id) =>
    incidentsOf(id)
      .slice(0, NAMED)
      .map(({ source, date = '' }) => `  ['${id}', '${source}', '${date}'],\n`),
  )
  return `/** The latest public reports of each requirement, and their dates, of incidents.yaml: \`npm run tables\` writes this list. */
export const incidentSources: readonly (readonly [requirement: string, source: string, date: string])[] = [
${lines.join('')}]
`
}

function disturbance(name: (typeof DISTURBANCES)[number]): string[] {
  const { parameters, required = [], one, of, shows } = TABLE[name]
  const documented = Object.entries(parameters).map(
    ([parameter, { words }]) => `\`${parameter}\`${required.includes(parameter) ? '' : '?'}: ${words}`,
  )
  const given = `${one ? 'one of ' : ''}${documented.join('<br>') || 'none'}`
  return [`\`${name}\``, given, of, shows, CAPABILITIES[name].fetch]
}

/** Replaces the rows of the table with this header. */
export function withTable(page: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const lines = page.split('\n')
  const from = lines.findIndex((text) => text.replaceAll(/ +/g, ' ') === `| ${head.join(' | ')} |`)
  if (from < 0) throw new Error(`no table has the head ${head.join(', ')}`)
  const ruler = line(widths.map((width) => '-'.repeat(width)))
  return lines.toSpliced(from, lines.indexOf('', from) - from, line(head), ruler, ...rows.map(line)).join('\n')
}

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))
export const written = (name: string): string => readFileSync(pathOf(name), 'utf8')

if (import.meta.main) {
  const before = Object.keys(derived).map(written).join()
  for (const [name, make] of Object.entries(derived)) writeFileSync(pathOf(name), make(written(name)))
  // Some files depend on lists that this process loaded before it rewrote them.
  const isStale = Object.keys(derived).map(written).join() !== before
  if (isStale) spawnSync(process.execPath, [import.meta.filename], { stdio: 'inherit' })
}
