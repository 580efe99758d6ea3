/**
 * `npm run clients`: runs all scenarios and freedoms with client libraries, each in one process. Writes
 * `schemas/clients.yaml` and docs/clients.md. It installs the libraries, so that no test depends on it. A library that
 * cannot be installed keeps its old rows.
 *
 *   --only NAME     one language or one library, such as Python or Python/openai; repeatable
 *   --folder PATH   where to install and keep them; default: a temporary folder
 *
 * The full reports are in `out/clients/`. Exits with code 1 if a library cannot be run.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stringify } from 'yaml'
import { optionsOrExit } from '../../../bench/options-or-exit.ts'
import { outcomeOf } from '../../../cli/commands/client/judgement.ts'
import { LinesClient } from '../../../cli/commands/client/lines.ts'
import { type ScenarioName, scenarioNames } from '../../../cli/commands/client/names.ts'
import type { ClientReport, Outcome } from '../../../cli/commands/client/report.ts'
import { folderFor } from '../../openapi/installed.ts'
import { type Installed, installed } from '../callers/installing.ts'
import { program } from '../package/packed.ts'
import { libraries, packageOf } from './libraries.ts'
import { dataFile, type Matrix, type Measured, matrix, measuredOf } from './matrix.ts'
import { matrixPage } from './page.ts'
import { callOf, resend, responsesOf } from './responses.ts'

const { values } = optionsOrExit(() =>
  parseArgs({ options: { only: { type: 'string', multiple: true }, folder: { type: 'string' } } }),
)
const pathOf = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url))
const programs = fileURLToPath(new URL('programs/', import.meta.url))
const folder = folderFor(values.folder)
const before = matrix()
const clients = new Map(before.clients.map((client) => [client.name, client]))
const responses: Partial<Record<ScenarioName, readonly string[]>> = { ...before.responses }

const HEAD = `# How client libraries pass the scenarios of svc-conformance client, as \`npm run clients\` measured it.
# \`weaknesses\` has what a library did not pass; all other scenarios passed. docs/clients.md is written from this file.
`

/** Milliseconds that a call may take when the published responses are sent again. */
const LIMIT = 30_000

const isWanted = (language: string, client: string): boolean =>
  values.only?.some((name) => name === language || name === `${language}/${client}`) ?? true

async function played(name: string, client: string, run: string, { place }: Installed): Promise<ClientReport> {
  const out = pathOf(`out/clients/${name.replaceAll(/[@/]+/g, '-')}`)
  rmSync(out, { recursive: true, force: true })
  const options = ['--one-process', '--scenarios', 'full', '--timeout', '20s', '--out', out]
  const args = [pathOf('cli/bin.js'), 'client', ...options, '--reporter', 'json,html,badge-svg', '--', 'sh', '-c', run]
  const { out: output } = await program(place, process.execPath, args, { CLIENT: client })
  if (!existsSync(join(out, 'client.json'))) throw new Error(output)
  const report: ClientReport = JSON.parse(readFileSync(join(out, 'client.json'), 'utf8'))
  if (report.stopped !== undefined) throw new Error(`${report.results[0]?.why}\n${report.results[0]?.stderr}`)
  return report
}

/** Adds how calls end when the published responses are sent again, which shows if they reproduce a failure. */
async function again(measured: Measured, client: string, run: string, { place }: Installed): Promise<Measured> {
  const lines = new LinesClient(['sh', '-c', `cd '${place}' && export CLIENT='${client}' && ${run}`])
  const outcomes = new Map<string, Outcome>()
  for (const scenario of scenarioNames) {
    const weakness = measured.weaknesses[scenario]
    if (weakness === undefined) continue
    const sent = responses[scenario] ?? (await responsesOf(scenario))
    if (sent === undefined) continue
    responses[scenario] = sent
    if (weakness.standing !== 'fail') continue
    await using server = await resend(sent)
    const deadlines = { start: LIMIT, call: LIMIT, hasBegun: () => true }
    outcomes.set(scenario, outcomeOf(await lines.call(callOf(scenario, server.url, 'none'), deadlines)))
  }
  lines.end()
  const weaknesses = Object.entries(measured.weaknesses).map(([scenario, weakness]) => {
    const outcome = outcomes.get(scenario)
    return [scenario, outcome === undefined ? weakness : { ...weakness, again: outcome }]
  })
  return { ...measured, weaknesses: Object.fromEntries(weaknesses) }
}

for (const [language, row] of Object.entries(libraries)) {
  const wanted = Object.entries(row.clients).filter(([client]) => isWanted(language, client))
  if (wanted.length === 0) continue
  const failed = (name: string) => (error: Error) => {
    console.log(`MISSING   ${name}: ${error.message}`)
    process.exitCode = 1
  }
  const installation = await installed(folder, language, row, programs).catch(failed(language))
  if (!installation) continue
  for (const [client, packages] of wanted) {
    const name = `${language}/${client}`
    const measure = async (): Promise<void> => {
      const report = await played(name, client, row.run, installation)
      const measured = measuredOf(name, await installation.versionOf(packageOf(packages)), report)
      clients.set(name, await again(measured, client, row.run, installation))
      console.log(`played    ${name} ${measured.version}: ${measured.passed} passed in ${measured.seconds} s`)
    }
    await measure().catch(failed(name))
  }
}

const all = [...clients.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
const shown = scenarioNames.filter((name) => all.some(({ weaknesses }) => weaknesses[name]))
const now: Matrix = {
  clients: all,
  responses: Object.fromEntries(shown.flatMap((name) => (responses[name] ? [[name, responses[name]]] : []))),
}
writeFileSync(dataFile, HEAD + stringify(now, { lineWidth: 0, aliasDuplicateObjects: false }))
const page = pathOf('docs/clients.md')
writeFileSync(page, matrixPage(readFileSync(page, 'utf8'), now))
