/** Every error about an unknown name suggests the nearest one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFaults, listVariants, startMock } from '../../mock/index.ts'
import { command, exits, withKey } from './command.ts'
import { targetFile } from './files.ts'

const at = ['--base-url', 'http://127.0.0.1:9']
const target = targetFile('base_url: http://127.0.0.1:9\nkeys: { vaild: "${SVC_CONFORMANCE_KEY}" }\n')

const rows: Readonly<Record<string, readonly [args: readonly string[], says: RegExp]>> = {
  'a command with --help': [['merge', '--help'], /unknown command 'merge'/],
  'a server': [['mock', '--as', 'litelm'], /no reports of 'litelm'; did you mean litellm\?/],
  'a year of a server': [['mock', '--as', 'vllm@1999'], /there are reports of 2023, 2024/],
  'a command': [['dcotor'], /unknown command 'dcotor'[\s\S]*Did you mean doctor\?/],
  'an option': [
    ['run', ...at, '--requirment', 'x'],
    /unknown option '--requirment'[\s\S]*Did you mean --requirement\?/,
  ],
  'a requirement': [
    ['run', ...at, '--requirement', 'stream-dne'],
    /no requirement 'stream-dne'; did you mean stream-done\?/,
  ],
  'a suite': [['run', ...at, '--suite', 'models,streming'], /no suite 'streming'; did you mean streaming\?/],
  'a profile': [['run', ...at, '--profile', 'cor'], /'cor' is invalid\. Did you mean core\?/],
  'a profile of a plan': [['plan', ...at, '--profile', 'ful'], /Did you mean full\?/],
  'a profile of a target file': [['init', '--profile', 'smok'], /Did you mean smoke\?/],
  'a format of a run': [['run', ...at, '--reporter', 'html,junti'], /There is no 'junti'; did you mean junit\?/],
  'a format of a report': [['report', 'out/report.json', '--format', 'markdwon'], /Did you mean markdown\?/],
  'a format of a comparison': [['diff', 'a', 'b', '--format', 'jsno'], /Did you mean json\?/],
  'a kind to list': [['list', 'fault'], /'fault' is invalid[^\n]* Did you mean faults\?/],
  'a shell': [['completion', 'bsh'], /Did you mean bash\?/],
  'an id to explain': [['explain', 'steam-done'], /did you mean stream-done/],
  'a fault to explain': [['explain', 'models-id-null'], /did you mean model-id-null/],
  'a member of a target file': [
    ['run', '--target', target],
    /target\.yaml:2:9: keys\.vaild is unknown here; did you mean valid\?/,
  ],
}
for (const [what, [args, says]] of Object.entries(rows))
  test(`${what} that does not exist: exit code 2, and a hint`, async () => {
    const { stdout, stderr } = await exits(2, args, withKey())
    assert.equal(stdout, '')
    assert.match(stderr, says)
    assert.match(stderr, /^svc-conformance: |^\S+target\.yaml/)
  })

test('reports a missing argument with the choices', async () => {
  const { stderr } = await command(['list'])
  assert.match(stderr, /name what to list: requirements, checks, suites, sets, faults, variants, scenarios/)
  assert.match((await command(['list', '--help'])).stdout, /the list to print \(choices: "requirements", "checks"/)
})

const [fault] = listFaults()
const [variant] = listVariants()

const MISSING: readonly (readonly [path: string, says: RegExp])[] = [
  [
    '/faults/model-id-nul/v1/models',
    /There is no fault called model-id-nul; did you mean model-id-null\? svc-conformance list faults shows/,
  ],
  [
    '/faults/model-id-null/variants/usage-unasked/v1/models',
    /one fault or variant; enable usage-unasked with --variant,/,
  ],
  ['/variants/zzz/v1/models', /There is no variant called zzz; svc-conformance list variants shows all\./],
  [
    '/faults/',
    /A fault belongs into the path, as in \/faults\/NAME\/v1\/models; svc-conformance list faults shows all\./,
  ],
  [`/faults/${'x'.repeat(2000)}/v1/models`, /There is no fault called x{80}…;/],
]
for (const [path, says] of MISSING)
  test(`the mock responds to ${path.slice(0, 40)} with a hint`, async () => {
    await using mock = await startMock()
    const response = await fetch(mock.url + path, { headers: { authorization: `Bearer ${mock.demo.valid}` } })
    const { error } = (await response.json()) as { error: { message: string } }
    assert.equal(response.status, 404)
    assert.match(error.message, says)
  })

test('startMock suggests the nearest name for a misspelled fault or variant', async () => {
  const fix = `called ${fault?.name}s; did you mean ${fault?.name}\\? svc-conformance list faults`
  await assert.rejects(startMock({ faults: [`${fault?.name}s`] }), new RegExp(fix))
  const shown = /did you mean \S+\? svc-conformance list variants shows all/
  await assert.rejects(startMock({ variants: [`${variant?.name}s`] }), shown)
})
