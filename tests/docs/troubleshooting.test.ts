import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { problemWithNode } from '../../cli/start/node-version.ts'
import { command, folder } from '../cli/command.ts'
import { root } from './snippets.ts'

const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8')

/** The first column of the table below a heading. */
function messagesUnder(heading: string): string[] {
  const part = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? ''
  return [...part.matchAll(/^\| `([^`]+)`/gm)].map(([, message = '']) => message)
}

/** The message as a pattern: `…` is any text. */
function patternOf(message: string): RegExp {
  const fixed = message.split('…').map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(fixed.join('.*'))
}

const URL_GIVEN = ['run', '--base-url', 'https://gateway.example.com']

/** The arguments that cause each message of the first table, in order. */
const mistakes: readonly (readonly string[])[] = [
  URL_GIVEN,
  ['run', '--key', 'x'],
  ['run', '--base-url', 'gateway.example.com'],
  ['run', '--base-url', 'localhost:9461'],
  ['run', '--base-url', 'https://gateway.example.com/v1'],
  ['run', '--base-url', 'https://user:password@gateway.example.com'],
  [...URL_GIVEN, '--target', 'target.yaml'],
  ['run', '--target', 'missing.yaml'],
  ['run', '--target', 'unquoted.yaml'],
  ['run', '--about', 'image=gateway:1.4'],
  ['run', '--requirement', 'request-temprature'],
  ['run', '--suite', 'streams'],
  ['run', '--certificate', 'missing/certificate.json'],
  ['run', '--valid-for', '30'],
]

test('the named mistake causes each message of the first table', async () => {
  const messages = messagesUnder('Before anything is sent')
  assert.equal(messages.length, mistakes.length + 1)
  for (const [index, args] of mistakes.entries()) {
    const cwd = folder()
    writeFileSync(join(cwd, 'unquoted.yaml'), 'base_url: https://gateway.example.com\nkeys: { valid: ${SVC_KEY} }\n')
    const env = index === 0 ? {} : { SVC_CONFORMANCE_KEY: 'svc_a_b', SVC_KEY: 'svc_a_b' }
    const { code, stderr } = await command(args, { cwd, env })
    assert.equal(code, 2, args.join(' '))
    assert.match(stderr, patternOf(messages[index] ?? ''))
  }
  assert.match(problemWithNode('20.1.0') ?? '', patternOf(messages.at(-1) ?? ''))
})

/** The text of all sources, to search for the fixed parts of messages. */
const sources = ['cli', 'suites', 'reporters']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

for (const heading of ['The run is incomplete', 'What doctor says', 'TLS and proxies', 'Playwright and shards']) {
  test(`the messages under "${heading}" are in the sources`, () => {
    const messages = messagesUnder(heading)
    assert.ok(messages.length >= 4)
    const words = messages.flatMap((message) => message.split(/…|\(ECONNREFUSED/).map((text) => text.trim()))
    assert.deepEqual(
      words.filter((text) => !sources.includes(text)),
      [],
    )
  })
}
