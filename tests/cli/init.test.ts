import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { initCommand } from '../../cli/commands/init/command.ts'
import { starterText } from '../../cli/commands/init/starter-file.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { limitsFor } from '../../suites/harness/target/limits.ts'
import { loadTarget, parseTarget } from '../../suites/harness/target/target-file.ts'
import { exits, folder, refuses } from './command.ts'
import { textAt, written } from './files.ts'

const GATEWAY = 'https://gateway.example.com'
const KEY = 'svc_main_k3y-that-must-not-show'
const env = {
  SVC_KEY: KEY,
  SVC_KEY_SECOND: 'svc_second_b',
  SVC_KEY_EMPTY: 'svc_empty_c',
  SVC_KEY_DISABLED: 'svc_off_d',
  SVC_KEY_LIMITED: 'svc_busy_e',
}
const flags = ['--base-url', GATEWAY, '--key-env', 'SVC_KEY']
const starter = (profile: 'smoke' | 'core' | 'full', baseUrl = GATEWAY): string =>
  starterText({ baseUrl, keyName: 'SVC_KEY', profile })

test('init with flags writes a target file that loads as it is', async () => {
  const cwd = folder()
  const { stdout, stderr } = await exits(0, ['init', ...flags], { cwd, env })
  assert.equal(stderr, '')
  assert.match(
    stdout,
    /Set SVC_KEY, and then:\n.* doctor --target target\.yaml\n.* run --target target\.yaml --profile core/,
  )
  const target = loadTarget(join(cwd, 'target.yaml'), { SVC_KEY: KEY })
  assert.deepEqual([target.baseUrl, target.keys, target.provoke], [GATEWAY, { valid: KEY }, {}])
  const text = textAt(cwd, 'target.yaml')
  assert.ok(!text.includes('k3y-that-must-not-show'))
  for (const word of ['second:', 'empty:', 'provoke:', 'limits:', '403', '429', '503', '500'])
    assert.match(text, new RegExp(`^ *# .*${word}`, 'm'))
})

test('the file for profile full has the additional keys and states of that profile', () => {
  const { keys, provoke } = parseTarget(starter('full'), 'target.yaml', env)
  assert.deepEqual(Object.keys(keys).sort(), ['disabled', 'empty', 'limited', 'second', 'valid'])
  assert.deepEqual(Object.keys(provoke), ['disabled', 'limited'])
})

test('the settings in comments are valid, too, once they are uncommented', () => {
  const text = starter('core')
  const bare = text
    .replaceAll(/^( *)# ((?:second|empty|models|provoke|disabled|limited|unavailable|internal|limits):)/gm, '$1$2')
    .replaceAll(/^# {3}((?:chat|foreign|requests|tokens|bytes|time|rate|concurrency|timeout|max_tokens):)/gm, '  $1')
  const target = parseTarget(bare, 'target.yaml', env)
  assert.deepEqual(Object.keys(target.provoke), ['disabled', 'limited', 'unavailable', 'internal'])
  assert.deepEqual(Object.keys(target.models), ['chat', 'foreign'])
  // The limits in the comments are the defaults.
  const { firsts, followUps, ...usual } = limitsFor(parseTarget(text, 'target.yaml', env).limits)
  assert.deepEqual([target.limits, target.limits.requests], [usual, firsts + followUps])
})

test('writes an unusual base URL unchanged', () => {
  for (const baseUrl of ['http://[::1]:8080/a%20b', "http://host/it's", 'http://host:80/x'])
    assert.equal(parseTarget(starter('smoke', baseUrl), 'target.yaml', env).baseUrl, baseUrl)
})

/** A terminal that replies to each question with the next line. */
function terminal(responses: readonly string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stdout = Object.assign(new PassThrough(), { isTTY: true })
  const left = [...responses]
  let shown = ''
  stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    if (!/: $/.test(shown.replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, ''))) return
    const response = left.shift()
    shown += '\n'
    if (response === undefined) stdin.end()
    else stdin.write(`${response}\n`)
  })
  return { stdin, stdout, said: () => shown }
}

test('init asks two questions on a terminal, repeats them after bad input, and refuses a key as a name', async () => {
  const out = join(folder(), 'target.yaml')
  const { said, ...own } = terminal(['gateway', `${GATEWAY}/v1`, GATEWAY, KEY, 'not a name', 'SVC_KEY'])
  assert.equal(await initCommand({ out, profile: 'core', force: false }, own), 0)
  assert.equal(loadTarget(out, env).baseUrl, GATEWAY)
  assert.match(said(), /That is not an absolute URL[\s\S]*That ends with \/v1[\s\S]*That looks like a key/)
  assert.match(said(), /That is not a name of an environment variable/)
})

test('an empty reply selects the default variable, and a flag skips its question', async () => {
  const out = join(folder(), 'target.yaml')
  const { said, ...own } = terminal([''])
  assert.equal(await initCommand({ out, baseUrl: GATEWAY, profile: 'core', force: false }, own), 0)
  assert.match(textAt(out), /valid: \$\{SVC_CONFORMANCE_KEY\}/)
  assert.doesNotMatch(said(), /Base URL/)
})

test('writes no file when the input ends early', async () => {
  const out = join(folder(), 'target.yaml')
  const { said: _, ...own } = terminal([GATEWAY])
  await assert.rejects(initCommand({ out, profile: 'core', force: false }, own), UsageError)
  assert.equal(existsSync(out), false)
})

const mistakes: Readonly<Record<string, readonly [args: readonly string[], says: RegExp]>> = {
  'no terminal and no flags': [[], /no terminal for questions; give --base-url and --key-env/],
  'no terminal and one flag': [['--base-url', GATEWAY], /give --key-env/],
  'a base URL with /v1': [[...flags, '--base-url', `${GATEWAY}/v1`], /--base-url ends with \/v1; drop it/],
  'a key instead of a name': [[...flags, '--key-env', KEY], /--key-env looks like a key; give the name/],
  'a name with a dollar sign': [
    [...flags, '--key-env', '$SVC_KEY'],
    /--key-env is not a name of an environment variable/,
  ],
  'a folder that is missing': [[...flags, '--out', 'no/such/target.yaml'], /its folder does not exist/],
}
for (const [title, [args, says]] of Object.entries(mistakes))
  test(`${title}: exit code 2, and no file`, async () => {
    const cwd = folder()
    await refuses(['init', ...args], says, { cwd, hides: ['k3y-that-must-not-show'] })
    assert.equal(existsSync(join(cwd, 'target.yaml')), false)
  })

test('overwrites an existing file only with --force', async () => {
  const cwd = folder()
  const path = written(join(cwd, 'target.yaml'), 'mine')
  await refuses(['init', ...flags], /target\.yaml exists already; --force/, { cwd })
  assert.equal(textAt(path), 'mine')
  await exits(0, ['init', ...flags, '--force'], { cwd })
  assert.match(textAt(path), /base_url: https:/)
})
