import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { command, folder } from '../cli/command.ts'
import { inShort, snippetsOf } from './snippets.ts'

const PAGE = 'docs/reports.md'
/** guides.test.ts covers the section "Read a report", which needs a running mock. */
const snippets = snippetsOf(PAGE).filter(({ section }) => section !== 'Read a report')
const lines = snippets.flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : []))
const commands = lines.filter((line) => line.startsWith('npx svc-conformance '))

/** The files that the commands write. */
const promised = ['difference.md', 'out/certificate.json', 'out/junit.xml', 'out/transcript.jsonl']

test('the commands of docs/reports.md run unchanged, one after the other', async () => {
  const directory = folder()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(join(directory, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(directory, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  assert.ok(commands.length >= 9)
  // Collected after each command, since a run removes the files of earlier runs.
  const written = new Set<string>()
  for (const line of commands) {
    const { code, stdout, stderr } = await command(inShort(line).split(' ').slice(2), { cwd: directory })
    // Timing differs randomly, even between equal runs.
    const allowed = line.includes(' diff ') ? [0, 5] : [0]
    assert.ok(allowed.includes(code ?? -1), `${line}: exit code ${code}\n${stdout}${stderr}`)
    for (const name of promised) if (existsSync(join(directory, name))) written.add(name)
  }
  assert.deepEqual([...written].toSorted(), promised)
})
