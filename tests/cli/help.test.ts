import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from 'commander'
import { declared } from '../../cli/commands/declared/index.ts'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { exits } from './command.ts'

const commands = declared.map((declare) => declare(() => undefined))
const ids = new Set<string>(requirements.map(({ id }) => id))

/** The help as a user sees it, including the text after the options. */
function helpOf(own: Command): string {
  let text = ''
  own.configureOutput({ writeOut: (part) => void (text += part) }).outputHelp()
  return text
}

/** Command lines of the examples, without text before the command or after two spaces. */
function examplesOf(help: string): string[] {
  const [, examples = ''] = help.split('\nExamples:\n')
  return [...examples.matchAll(/(?<![_/])svc-conformance ([^\n)"]+?)(?=\)|"| {2,}| > | >> |\n|$)/g)].map(
    ([, line = '']) => line,
  )
}

for (const own of commands)
  test(`${own.name()} --help has examples that parse as they are`, () => {
    const examples = examplesOf(helpOf(own))
    assert.ok(examples.some((line) => line === own.name() || line.startsWith(`${own.name()} `)))
    for (const line of examples) {
      const [name, ...words] = line.split(' ')
      const fresh = declared.map((declare) => declare(() => undefined)).find((each) => each.name() === name)
      assert.ok(fresh, line)
      let taken = false
      fresh.exitOverride().configureOutput({ writeErr: () => undefined })
      fresh.action(() => void (taken = true))
      fresh.parse(words, { from: 'user' })
      assert.ok(taken, line)
      const at = words.indexOf('--requirement')
      for (const id of at < 0 ? [] : (words[at + 1] ?? '').split(',')) assert.ok(ids.has(id), line)
    }
  })

test('the main help lists every command, with examples', async () => {
  const { stdout } = await exits(0, ['--help'])
  for (const own of commands) assert.match(stdout, new RegExp(`^ {2}${own.name()} `, 'm'))
  assert.ok(examplesOf(stdout).length >= 5)
})

test('prints colours into a pipe only with FORCE_COLOR', async () => {
  const explain = async (env = {}): Promise<string> => (await exits(0, ['explain', 'stream-done'], { env })).stdout
  const [plainly, forced, refused] = [
    await explain(),
    await explain({ FORCE_COLOR: '1' }),
    await explain({ NO_COLOR: '1' }),
  ]
  assert.doesNotMatch(plainly + refused, /\u001b/)
  assert.match(forced, /^\u001b\[1mstream-done\u001b\[22m: /)
})
