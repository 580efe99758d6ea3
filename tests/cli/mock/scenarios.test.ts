import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { clientFormatFiles } from '../../../cli/commands/client/formats.ts'
import { endsOf, resultOf } from '../../../cli/commands/client/judgement.ts'
import { clientFormats, scenarioNames } from '../../../cli/commands/client/names.ts'
import { ownWords } from '../../../cli/commands/client/process.ts'
import type { ClientReport, ScenarioResult } from '../../../cli/commands/client/report.ts'
import { scenarios } from '../../../cli/commands/client/scenarios.ts'
import { startMock } from '../../../mock/index.ts'
import { validator } from '../../../suites/harness/catalogue/validators.ts'
import { command, folder, main, refuses, type Said, withKey } from '../command.ts'
import { textAt } from '../files.ts'

const file = fileURLToPath(new URL('scenario-client.js', import.meta.url))

const play = (kind: string, ...options: string[]): Promise<Said> =>
  command(['client', '--json', '--parallel', '4', ...options, '--', process.execPath, file, kind], withKey())

const verdictIn = ({ stdout }: Said): ClientReport => JSON.parse(stdout)
/** The findings by scenario, without the warning about pauses: their length depends on the machine. */
const findings = (said: Said): Record<string, string[]> => {
  const idsOf = ({ findings }: ScenarioResult): string[] => findings.map(({ id }) => id)
  const lasting = (each: ScenarioResult): string[] => idsOf(each).filter((id) => id !== 'pause-not-growing')
  return Object.fromEntries(verdictIn(said).results.map((each) => [each.name, lasting(each)]))
}

test('reports the mistakes of a careless client by scenario', async () => {
  const played =
    'answered,streamed,limited,always-unavailable,cut-answer,cut-stream,ended-early,without-done,after-done,' +
    'split-characters,refused-key,malformed-event'
  const said = await play('careless', '--scenario', played)
  assert.deepEqual([said.code, verdictIn(said).conclusion], [1, 'nonconformant'])
  assert.deepEqual(findings(said), {
    answered: [],
    streamed: [],
    limited: ['retry-after-ignored'],
    'always-unavailable': ['retry-storm', 'failure-taken-for-success'],
    'cut-answer': ['broken-answer-accepted'],
    'cut-stream': ['broken-answer-accepted'],
    'ended-early': ['broken-answer-accepted'],
    'without-done': ['broken-answer-accepted'],
    'after-done': ['text-changed'],
    'split-characters': ['text-changed'],
    'refused-key': ['repeated-in-vain', 'retry-storm', 'failure-taken-for-success'],
    'malformed-event': ['failure-taken-for-success'],
  })
})

test('fails a client that swallows errors in every scenario whose call has to fail', async () => {
  const must = ['always-unavailable', 'refused-key', 'disabled', 'unknown-model']
  const said = await play('swallowing', '--scenario', must.join())
  assert.deepEqual([said.code, verdictIn(said).conclusion], [1, 'nonconformant'])
  for (const { name, standing, findings } of verdictIn(said).results)
    assert.deepEqual([standing, findings.map(({ id }) => id)], ['fail', ['failure-taken-for-success']], name)
})

const UNCLEAR: readonly [kind: string, scenario: string, why: RegExp][] = [
  ['failing', 'answered', /no request arrived with the key/],
  ['idle', 'answered', /no request arrived with the key of the scenario; the client has to read SVC_BASE_URL/],
  ['plain', 'streamed', /no stream was requested.*SVC_STREAM is 1/],
  ['endless', 'answered', /did not end within its time/],
]
for (const [kind, scenario, why] of UNCLEAR)
  test(`is inconclusive about a client that is ${kind}`, async () => {
    const said = await play(kind, '--scenario', scenario, '--timeout', kind === 'endless' ? '2s' : '20s')
    assert.equal(said.code, 3)
    const [result] = verdictIn(said).results
    assert.deepEqual([result?.standing, result?.findings], ['inconclusive', []])
    assert.match(result?.why ?? '', why)
  })

test('judges a client when it exits, even with child processes, and ends the rest of its process group', async () => {
  const here = folder()
  const left = join(here, 'left')
  const env = { SVC_CONFORMANCE_KEY: 'svc_main_not-a-real-secret-1', LEFT: left }
  const args = ['client', '--json', '--scenario', 'answered', '--', process.execPath, file]
  for (const kind of ['survived', 'parent']) {
    const said = await command([...args, kind], { env })
    assert.deepEqual([said.code, verdictIn(said).results[0]?.standing], [0, 'pass'], said.stdout)
  }
  const pid = Number(textAt(left))
  // The child process would outlive this test.
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
})

for (const signal of ['SIGHUP', 'SIGQUIT', 'SIGTERM'] as const)
  test(`${signal} to the command ends its clients`, async () => {
    const left = join(folder(), 'left')
    const args = [main, 'client', '--scenario', 'answered', '--', process.execPath, file, 'reporting']
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH ?? '', LEFT: left }, stdio: 'ignore' })
    while (!existsSync(left) || textAt(left) === '') await new Promise((resolve) => setTimeout(resolve, 10))
    const pid = Number(textAt(left))
    child.kill(signal)
    assert.deepEqual(await once(child, 'exit'), [null, signal])
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
  })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const ONLY_ERRORS = ['limited', 'unavailable-twice', 'internal-once']
test('fails a client that takes an error for success, without comparing texts', async () => {
  const said = await play('swallowing', '--scenario', ONLY_ERRORS.join())
  assert.equal(said.code, 1)
  for (const { name, findings } of verdictIn(said).results)
    assert.equal(findings.map(({ id }) => id).join(), 'failure-taken-for-success', name)
})

test('warns about retries without a pause', async () => {
  const hasty = () => play('hasty', '--scenario', 'unavailable-twice,internal-once,limited')
  let said = await hasty()
  // A busy machine can cause a pause in a program without one.
  for (let left = 4; left > 0 && findings(said)['internal-once']?.length === 0; left -= 1) said = await hasty()
  assert.deepEqual(findings(said), {
    limited: ['retry-after-ignored'],
    'unavailable-twice': ['no-pause'],
    'internal-once': ['no-pause'],
  })
  assert.equal(verdictIn(said).results.find(({ name }) => name === 'internal-once')?.standing, 'warn')
  assert.deepEqual(findings(await play('jittering', '--scenario', 'unavailable-twice')), { 'unavailable-twice': [] })
})

test('the time limit begins with the first request, and the startup time is reported', async () => {
  const said = await play('slow to start', '--scenario', 'answered', '--timeout', '1s')
  const [result] = verdictIn(said).results
  assert.deepEqual([said.code, result?.standing], [0, 'pass'])
  assert.ok((result?.start_ms ?? 0) >= 1_500, `${result?.start_ms}`)
})

test('stops after one scenario if the program sends no request, and shows both ends of its output', async () => {
  const said = await play('broken import')
  const { conclusion, results, stopped = '' } = verdictIn(said)
  assert.deepEqual([said.code, conclusion, results.length], [3, 'incomplete', 1])
  assert.match(stopped, /^The other \d+ scenarios were not run/)
  assert.match(results[0]?.stderr ?? '', /^ModuleNotFoundError: 1\n[\s\S]*… 12 more lines …\n[\s\S]*20$/)
  assert.equal(endsOf('a\nb\n'), 'a\nb')
  const stack = ['node:internal', 'throw err', '^', '', 'Error: Cannot find module', ...'abcdefgh']
  assert.match(endsOf(stack.join('\n')), /\n\nError: Cannot find module\n… 4 more lines …\ne\nf\ng\nh$/)
})

test('fails a client that rejects a complete response, and shows its key in no output', async () => {
  const out = join(folder(), 'out')
  const said = await play('leaking', '--scenario', 'answered', '--out', out, '--reporter', clientFormats.join())
  assert.equal(said.code, 1)
  assert.deepEqual(findings(said), { answered: ['whole-answer-refused'] })
  assert.match(verdictIn(said).results[0]?.stderr ?? '', /^The key is svc_/)
  const files = clientFormats.map((name) => textAt(out, clientFormatFiles[name]))
  for (const text of [said.stdout, said.stderr, ...files]) assert.doesNotMatch(text, /svc_project-\d+_\w/)
  assert.match(files[1] ?? '', /\| `answered` \| fail \| threw after 1 request/)
  assert.match(files[2] ?? '', /<testsuite name="client" tests="1" failures="1" errors="0"/)
  assert.match(files[3] ?? '', /<a href="#scenario-answered">[\s\S]*<td>threw after 1 request/)
  const message = 'nonconformant · chosen scenarios · 1 failed'
  const badge = { schemaVersion: 1, label: 'inference gateway client', message, color: 'red' }
  assert.deepEqual(JSON.parse(files[4] ?? ''), badge)
  assert.match(files[5] ?? '', /<title>inference gateway client: nonconformant · chosen scenarios · 1 failed<\/title>/)
  const judge = validator('published', 'client')
  assert.ok(judge(JSON.parse(files[0] ?? '')), JSON.stringify(judge.errors))
  assert.ok(!judge({ ...JSON.parse(files[0] ?? ''), conclusion: 'fine' }))
})

test('does not pass variables of another mock or gateway to the client', async () => {
  const env = { SVC_MOCK_STORE: 'redis://h', SVC_MOCK_ADMIN_TOKEN: 't', SVC_CONFORMANCE_KEY: 'k', OPENAI_ORG_ID: 'o' }
  const args = ['client', '--json', '--scenario', 'answered', '--', process.execPath, file, 'verbose']
  const said = await command(args, { env })
  const own = 'OPENAI_API_KEY,OPENAI_BASE_URL,SVC_BASE_URL,SVC_KEY,SVC_MODEL,SVC_SCENARIO,SVC_STREAM'
  assert.equal(verdictIn(said).results[0]?.stderr, own)
})

test('reports an output folder that cannot be created before it starts the client', async () => {
  const here = folder()
  const mark = join(here, 'started')
  writeFileSync(join(here, 'file'), '')
  const program = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`
  for (const out of [join(here, 'file', 'out'), existsSync('/proc/self') ? '/proc/nope' : '/dev/null/nope']) {
    const said = await command(['client', '--out', out, '--', process.execPath, '-e', program])
    assert.deepEqual([said.code, said.stdout, existsSync(mark)], [2, '', false])
    assert.match(said.stderr, /cannot write a report there/)
  }
})

test('the output of a client cannot end its Markdown code block', async () => {
  const out = folder()
  const said = await play('breaking out', '--scenario', 'answered', '--out', out, '--reporter', 'markdown')
  assert.equal(said.code, 1)
  const lines = textAt(out, 'client.md').split('\n')
  const fence = lines.findIndex((line) => /^`{5,}text$/.test(line))
  const end = lines.indexOf(lines[fence]?.replace('text', '') ?? '', fence)
  const inside = lines.slice(fence + 1, end).join('\n')
  assert.ok(fence > 0 && end > fence)
  assert.match(inside, /<script>/)
  assert.doesNotMatch(lines.join('\n').replace(inside, ''), /<script>|CONFORMANT/)
})

test('prints the results even if a file cannot be written', async () => {
  const out = folder()
  mkdirSync(join(out, 'client.json'))
  const said = await play('plain', '--scenario', 'answered', '--out', out)
  assert.equal(said.code, 2)
  assert.match(said.stderr, /client\.json/)
  assert.equal(verdictIn(said).results[0]?.standing, 'pass')
})

test('counts all requests of a scenario, even those that the journal has dropped', async () => {
  await using mock = await startMock({ journal: { entries: 2 } })
  const project = mock.project({ models: ['svc/small'] })
  const headers = { authorization: `Bearer ${project.key}` }
  for (let count = 0; count < 5; count++) await fetch(`${mock.url}/v1/models`, { headers })
  const ended = { code: 0, late: false, stdout: '', stderr: '', milliseconds: 1 }
  const [verdict, journal] = [project.verdict(), project.journal()]
  const played = { name: 'answered', scenario: scenarios.answered, ended, verdict, journal } as const
  assert.deepEqual([journal.length, resultOf(played).requests], [2, 5])
})

const start = (scenario: string, program: string): string[] => ['client', '--scenario', scenario, '--', program]

test('a missing program is a usage error', () =>
  refuses(start('answered', 'no-such-program'), /cannot start 'no-such-program': there is no such program/))

test('suggests the nearest scenario for an unknown name', () =>
  refuses(start('cut-steam', 'x'), /There is no 'cut-steam'; did you mean cut-stream\?/))

test('lists every scenario with its reason', async () => {
  const { stdout } = await command(['list', 'scenarios', '--json'])
  const rows: { id: string; rests: string }[] = JSON.parse(stdout)
  assert.deepEqual(rows.map(({ id }) => id).sort(), [...scenarioNames].sort())
  for (const { id, rests } of rows) assert.match(rests, /^(should|\d+(\.\d+)*((,| and) \d+(\.\d+)*)*): \S/, id)
})

test('a recommendation never fails a client for how its call ends', () => {
  for (const [name, { rests, expects, level }] of Object.entries(scenarios))
    if (rests.startsWith('should')) assert.ok(expects === 'either' || level === 'should', name)
})

test('reads the result of a client only from a JSON object on the last line', () => {
  assert.deepEqual(ownWords('log\n{"outcome":"threw"}\n'), { outcome: 'threw', text: undefined, usage: undefined })
  for (const stdout of ['', 'returned', '{"outcome":1,"text":2}', 'null', '{"text":"x"}\nlog'])
    assert.deepEqual({ ...ownWords(stdout), usage: 0 }, { outcome: undefined, text: undefined, usage: 0 }, stdout)
})
