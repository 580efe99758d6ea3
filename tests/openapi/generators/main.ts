/**
 * `npm run generators`: generates a client with each generator, and uses it to complete, stream and read an error from
 * the mock. It downloads the generators, so that no test depends on it. Some need Python, Go or Java.
 *
 *   --only NAME     one generator; repeatable
 *   --folder PATH   where to install and keep them; default: a temporary folder
 *
 * Exits with code 1 if a generator cannot be installed, or its client gives a wrong result.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { optionsOrExit } from '../../../bench/options-or-exit.ts'
import { openapiDocument } from '../../../cli/commands/openapi/documents.ts'
import { startMock } from '../../../mock/index.ts'
import { program } from '../../integration/package/packed.ts'
import { folderFor } from '../installed.ts'
import { generators } from './generators.ts'

const { values } = optionsOrExit(() =>
  parseArgs({ options: { only: { type: 'string', multiple: true }, folder: { type: 'string' } } }),
)
const unknown = values.only?.find((name) => generators.every((one) => one.name !== name))
if (unknown !== undefined) {
  console.error(`there is no generator ${unknown}; there are ${generators.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

/** The expected output of every client: the mock echoes, and counts the same tokens each time. */
const EXPECTED = {
  models: 3,
  completed: ['Hello there', 'stop', 9],
  streamed: ['Hello there', 9],
  refused: [404, 'invalid_request_error', 'model'],
}

const folder = folderFor(values.folder)
const document = join(folder, 'openapi.json')
writeFileSync(document, openapiDocument('3.1', 'generators'))
await using mock = await startMock()
const env = { GATEWAY_URL: mock.url, GATEWAY_KEY: mock.demo.valid, GATEWAY_MODEL: mock.demo.chat }

for (const { name, make } of generators.filter(({ name }) => values.only?.includes(name) ?? true)) {
  try {
    const { cwd, file, args } = await make(folder, document)
    const { code, out } = await program(cwd, file, args, env)
    assert.equal(code, 0, out)
    // The output on stdout is the first line; Python may then warn about the generated code.
    assert.deepEqual(JSON.parse(out.split('\n', 1)[0] ?? ''), EXPECTED)
    console.log(`passed  ${name}: its client completes, streams and reads an error`)
  } catch (error) {
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}
