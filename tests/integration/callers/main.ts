/**
 * `npm run callers`: records what real clients send to the mock, in `schemas/callers.yaml`. It installs the clients, so
 * that no test depends on it. A client that cannot be installed keeps its old recording.
 *
 *   --only NAME     one language or one client, such as Python or Python/httpx; repeatable
 *   --folder PATH   where to install and keep them; default: a temporary folder
 *
 * Exits with code 1 if a client cannot be recorded.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Document, isScalar, visit, YAMLSeq } from 'yaml'
import { optionsOrExit } from '../../../bench/options-or-exit.ts'
import { startMock } from '../../../mock/index.ts'
import { folderFor } from '../../openapi/installed.ts'
import { type Asked, openPage } from './browser.ts'
import { type Caller, callersIn, shown } from './caller.ts'
import { installed } from './installing.ts'
import { languages } from './languages.ts'
import { startRecorder } from './recorder.ts'

const { values } = optionsOrExit(() =>
  parseArgs({ options: { only: { type: 'string', multiple: true }, folder: { type: 'string' } } }),
)
const path = fileURLToPath(new URL('../../../schemas/callers.yaml', import.meta.url))
const programs = fileURLToPath(new URL('programs/', import.meta.url))
const folder = folderFor(values.folder)
const callers = new Map(existsSync(path) ? callersIn(readFileSync(path, 'utf8')).map((one) => [one.name, one]) : [])

/** Quotes, a slash, HTML characters and non-ASCII letters, which JSON encoders write in different ways. */
const TEXT = 'One word, please: Grüße 🌍 "a/b" <i> & d'

const HEAD = `# What real clients send, as \`npm run callers\` recorded it at the mock. The key, host names and ids are replaced.
# Each request is its bytes: the request line and the headers, an empty line, the body without its transfer coding.
# \`connections\` says which connection of the client carried each of its requests.
`

await using mock = await startMock()

const isWanted = (language: string, client: string): boolean =>
  values.only?.some((name) => name === language || name === `${language}/${client}`) ?? true

async function record(
  language: string,
  client: string,
  version: () => Promise<string>,
  run: (asked: Asked) => Promise<string>,
): Promise<void> {
  const name = `${language}/${client}`
  try {
    await using recorder = await startRecorder(mock.url)
    const asked = {
      base: `http://127.0.0.1:${recorder.port}/v1`,
      key: mock.demo.valid,
      model: mock.demo.chat,
      text: TEXT,
    }
    const out = await run(asked)
    const caller: Caller = { name, version: await version(), ...shown(recorder.requests(), asked, folder) }
    if (caller.requests.completion === undefined) throw new Error(`it sent no completion\n${out}`)
    callers.set(name, caller)
    console.log(`recorded  ${name} ${caller.version}: ${Object.keys(caller.requests).join(', ')}`)
  } catch (error) {
    console.log(`MISSING   ${name}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}

for (const [language, row] of Object.entries(languages)) {
  const wanted = Object.entries(row.clients).filter(([client]) => isWanted(language, client))
  if (wanted.length === 0) continue
  const installation = await installed(folder, language, row, programs).catch((error: Error) => {
    console.log(`MISSING   ${language}: ${error.message}`)
    process.exitCode = 1
  })
  if (!installation) continue
  for (const [client, name] of wanted)
    await record(
      language,
      client,
      () => installation.versionOf(name),
      async ({ base, key, model, text }) =>
        (await installation.shell(row.run, { CLIENT: client, BASE: base, KEY: key, MODEL: model, TEXT: text })).out,
    )
}

if (isWanted('browser', 'fetch')) {
  await using page = await openPage(readFileSync(join(programs, 'page.js'), 'utf8'))
  await record('browser', 'fetch', async () => page.version, page.run)
}

const document = new Document({ callers: [...callers.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) })
visit(document, {
  Pair: (_, { key, value }) => {
    if (isScalar(key) && key.value === 'connections' && value instanceof YAMLSeq) value.flow = true
  },
})
writeFileSync(path, HEAD + document.toString({ lineWidth: 0, flowCollectionPadding: false }))
