/** Tests the published findings on client libraries, and that a reader can reproduce one with only the page. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { outcomeOf } from '../../../cli/commands/client/judgement.ts'
import { LinesClient } from '../../../cli/commands/client/lines.ts'
import { scenarioNames } from '../../../cli/commands/client/names.ts'
import { root, snippetsOf } from '../../docs/snippets.ts'
import { project } from '../drivers/project.ts'
import { libraries } from './libraries.ts'
import { byLanguage, matrix } from './matrix.ts'
import { callOf, resend, responsesOf } from './responses.ts'

test('at least 15 libraries in 6 languages are measured with all scenarios, at their pinned versions', () => {
  const { clients } = matrix()
  assert.ok(clients.length >= 15)
  assert.ok(Object.keys(byLanguage(matrix())).length >= 6)
  for (const { name, version, measured, passed, weaknesses } of clients) {
    assert.equal(passed + Object.keys(weaknesses).length, scenarioNames.length, name)
    assert.match(measured, /^\d{4}-\d\d-\d\d$/, name)
    const [language = '', ...rest] = name.split('/')
    const pinned = libraries[language]?.clients[rest.join('/')] ?? ''
    assert.ok(!/(?:@|==)\d/.test(pinned) || pinned.includes(version), name)
  }
})

const script = 'openai-lines.js'

test('openai-node ends as published when the server of the page sends the published responses', async () => {
  const [server] = snippetsOf('docs/clients.md').filter(({ language }) => language === 'js')
  const { clients, responses } = matrix()
  const weakness = clients.find(({ name }) => name === 'JavaScript/openai')?.weaknesses['ended-early']
  assert.deepEqual([weakness?.standing, weakness?.again], ['fail', weakness?.outcome])
  const directory = project()
  writeFileSync(join(directory, 'server.mjs'), server?.text ?? '')
  writeFileSync(join(directory, 'responses.json'), JSON.stringify(responses['ended-early']))
  const serving = spawn(process.execPath, ['server.mjs'], { cwd: directory, env: { PORT: '0' } })
  const lines = new LinesClient([process.execPath, join(root, 'examples/client-conformance', script)])
  try {
    const [output] = (await once(serving.stdout, 'data')) as [Buffer]
    const call = callOf('ended-early', `http://127.0.0.1:${String(output).match(/\d+/)?.[0]}`, 'none')
    const ended = await lines.call(call, { start: 60_000, call: 60_000, hasBegun: () => false })
    assert.equal(outcomeOf(ended), weakness?.outcome)
    assert.equal((JSON.parse(ended.stdout) as { text: string }).text, 'Once ')
  } finally {
    lines.end()
    serving.kill()
  }
})

test('the responses of a scenario are its bytes in order, and are resent unchanged', async () => {
  const limited = (await responsesOf('limited')) ?? []
  assert.deepEqual(
    limited.map((bytes) => bytes.slice(0, 12)),
    ['HTTP/1.1 429', 'HTTP/1.1 200'],
  )
  assert.equal((await responsesOf('refused-key'))?.length, 1)
  assert.equal(await responsesOf('compresses-json.json').then((sent) => sent?.length), 1)
  await using server = await resend(limited)
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await fetch(server.url)).status)
  assert.deepEqual(statuses, [429, 200, 200])
})
