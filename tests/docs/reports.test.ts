import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { command, folder } from '../cli/command.ts'
import { signingKeys } from '../cli/files.ts'
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
  signingKeys(directory)
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
