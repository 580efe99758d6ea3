/**
 * `npm run schemathesis`: runs the commands of docs/openapi.md, with which Schemathesis sends generated requests to the
 * mock for each of its documents. It downloads Schemathesis, so that no test depends on it.
 *
 *   --folder PATH     where to install and keep it; default: a temporary folder
 *   --seed N          seed of its requests; default: 7
 *   --examples N      requests per operation; default: 50
 *
 * Exits with code 1 if it finds a failure that is not in known.ts.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { optionsOrExit } from '../../../bench/options-or-exit.ts'
import { openapiDocument } from '../../../cli/commands/openapi/documents.ts'
import { loadConfig, startMock } from '../../../mock/index.ts'
import { snippetsOf } from '../../docs/snippets.ts'
import { program } from '../../integration/package/packed.ts'
import { folderFor, pythonWith } from '../installed.ts'
import { judged, type SchemathesisReport } from './judging.ts'

const { values } = optionsOrExit(() =>
  parseArgs({
    options: {
      folder: { type: 'string' },
      seed: { type: 'string', default: '7' },
      examples: { type: 'string', default: '50' },
    },
  }),
)

const page = snippetsOf('docs/openapi.md').filter(({ section }) => section === 'Schemathesis against the mock')
const textIn = (language: string): string => page.find((snippet) => snippet.language === language)?.text ?? ''
const commands = textIn('sh')
  .split('\n')
  .filter((line) => line.startsWith('schemathesis '))

const folder = folderFor(values.folder)
const bin = await pythonWith(folder, 'schemathesis', ['schemathesis==4.32.5'])
const documents = { '3.1': openapiDocument('3.1'), '3.2': openapiDocument('3.2') }
writeFileSync(join(folder, 'openapi.json'), documents['3.1'])
writeFileSync(join(folder, 'openapi-3.2.json'), documents['3.2'])
writeFileSync(join(folder, 'mock.yaml'), textIn('yaml'))

for (const command of commands) {
  const [, , location = ''] = command.split(' ')
  const document = location.startsWith('http') ? 'the admin API' : basename(location)
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  await using mock = await startMock({ config: loadConfig(join(folder, 'mock.yaml')), admin: { documents } })
  const here = command
    .replace('http://127.0.0.1:8080', mock.url)
    .replace('http://127.0.0.1:9090', mock.admin?.url ?? '')
  const more = `--no-shrink --seed ${values.seed} --max-examples ${values.examples} --report json --report-json-path ${report}`
  const { out } = await program(folder, 'sh', ['-c', `${here} ${more}`], {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
  })
  try {
    const { problems, explained } = judged(document, JSON.parse(readFileSync(report, 'utf8')) as SchemathesisReport)
    console.log(`${problems.length === 0 ? 'passed' : 'FAILED'}  ${document}`)
    for (const line of explained) console.log(`  known: ${line}`)
    for (const line of problems) console.log(`  NEW: ${line}`)
    if (problems.length === 0) continue
  } catch {
    console.log(`FAILED  ${document}: no report`)
  }
  console.log(out)
  process.exitCode = 1
}
if (commands.length !== 4)
  throw new Error(`docs/openapi.md has ${commands.length} commands of Schemathesis, expected 4`)
