/** Generates the part of docs/clients.md with the measurements. */
import { type ScenarioName, scenarioNames } from '../../../cli/commands/client/names.ts'
import { scenarios } from '../../../cli/commands/client/scenarios.ts'
import { byLanguage, type Matrix, type Measured, type Weakness } from './matrix.ts'

const START = '## Libraries\n'

const CELLS: Readonly<Record<Weakness['standing'], string>> = { fail: '**fails**', warn: 'warning', inconclusive: '?' }

/** GitHub and the site generate different anchors for a heading with a dot. */
const headingOf = (name: ScenarioName): string => name.replace('.', ' ')
const anchorOf = (name: ScenarioName): string => name.replace('.', '-')
const short = ({ name }: Measured): string => name.slice(name.indexOf('/') + 1)
const counted = ({ weaknesses }: Measured, wanted: Weakness['standing']): number =>
  Object.values(weaknesses).filter(({ standing }) => standing === wanted).length

/** A table with padded columns, as the formatter writes it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((cell, column) => Math.max(cell.length, 3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), '']
}

const HEAD = ['library', 'version', 'measured', 'scenarios', 'seconds', 'passed', 'warnings', 'failed']

const rowOf = (client: Measured): string[] => {
  const { name, version, measured, seconds, passed, weaknesses } = client
  const all = passed + Object.keys(weaknesses).length
  const counts = [all, seconds, passed, counted(client, 'warn'), counted(client, 'fail')]
  return [name, version, measured, ...counts.map(String)]
}

/** A section on a language: the scenarios that some library does not pass. Each cell links to its finding. */
function languageLines(language: string, clients: readonly Measured[]): string[] {
  const names = scenarioNames.filter((name) => clients.some(({ weaknesses }) => weaknesses[name]))
  const rows = names.map((name) => [
    `\`${name}\``,
    ...clients.map(({ weaknesses }) => {
      const standing = weaknesses[name]?.standing
      return standing === undefined ? '' : `[${CELLS[standing]}](#${anchorOf(name)})`
    }),
  ])
  return [`### ${language}`, '', ...table(['scenario', ...clients.map(short)], rows)]
}

function clientLine({ name, version, weaknesses }: Measured, scenario: ScenarioName): string[] {
  const weakness = weaknesses[scenario]
  if (weakness === undefined) return []
  const { outcome, requests, findings, again } = weakness
  const sent = `${requests} ${requests === 1 ? 'request' : 'requests'}`
  const same = again === outcome ? ' The responses below show it again.' : ''
  return [`- ${name} ${version} ${outcome} after ${sent}. ${findings.join(' ').replace(/[^.]$/, '$&.')}${same}`]
}

function scenarioLines(name: ScenarioName, { clients, responses }: Matrix): string[] {
  const { gateway, good, rests, streams } = scenarios[name]
  return [
    ...[`### ${headingOf(name)}`, ''],
    `The gateway ${gateway}; a careful client ${good} (${rests}). The call requests ${streams ? 'a stream' : 'JSON'}.`,
    '',
    ...clients.flatMap((client) => clientLine(client, name)),
    '',
    ...(responses[name] === undefined ? [] : ['```json', JSON.stringify(responses[name], null, 2), '```', '']),
  ]
}

export function matrixPage(page: string, matrix: Matrix): string {
  const names = scenarioNames.filter((name) => matrix.clients.some(({ weaknesses }) => weaknesses[name]))
  const lines = [
    START,
    ...table(HEAD, matrix.clients.map(rowOf)),
    ...['## The matrix', '', 'A scenario that all libraries of a language pass has no row.', ''],
    ...Object.entries(byLanguage(matrix)).flatMap(([language, clients]) => languageLines(language, clients)),
    ...['## Findings', ''],
    ...names.flatMap((name) => scenarioLines(name, matrix)),
  ]
  return `${page.slice(0, page.indexOf(START))}${lines.join('\n').trimEnd()}\n`
}
