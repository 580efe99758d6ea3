import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { bashScript, completedCommands, fishScript, zshScript } from '../../cli/commands/completion/command.ts'
import { declared } from '../../cli/commands/declared/index.ts'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { command, exits, folder, refuses } from './command.ts'

const commands = completedCommands(declared.map((declare) => declare(() => undefined)))
const namesOf = (all: readonly { readonly name: string }[]): string[] => all.map(({ name }) => name)
const script = join(folder(), 'completion.bash')

before(async () => {
  const { stdout, stderr } = await exits(0, ['completion', 'bash'])
  assert.equal(stderr, '')
  assert.equal(stdout, bashScript(commands))
  writeFileSync(script, stdout)
})

/** The completions that bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const line = ['svc-conformance', ...words]
  const program = `set -eu
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(( $# - 1 ))
_svc_conformance
printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = execFileSync('bash', ['-c', program, 'bash', script, ...line], { encoding: 'utf8' })
  return out.split('\n').filter((word) => word !== '')
}

const rows: readonly (readonly [title: string, words: readonly string[], expected: readonly string[]])[] = [
  ['a command', ['re'], ['report', 'revoke', 'revisit']],
  ['an option', ['run', '--pro'], ['--profile']],
  ['the value of an option', ['run', '--profile', ''], ['smoke', 'core', 'full']],
  ['a format', ['run', '--reporter', 'jun'], ['junit']],
  ['a suite', ['run', '--suite', 'stre'], ['streaming']],
  ['a requirement of a run', ['run', '--requirement', 'stream-don'], ['stream-done']],
  ['a requirement to explain', ['explain', 'stream-don'], ['stream-done']],
  ['an option instead of an argument', ['explain', '--js'], ['--json']],
  ['the kinds to list', ['list', ''], ['requirements', 'checks', 'suites', 'sets', 'faults', 'variants', 'scenarios']],
  ['a shell', ['completion', ''], ['bash', 'zsh', 'fish']],
  ['nothing where any value is allowed', ['run', '--seed', ''], []],
  ['no word where a file is expected', ['report', ''], []],
]
for (const [title, words, expected] of rows)
  test(`bash completes ${title}`, () => assert.deepEqual(offered(...words), expected))

test('bash offers every command and every option, except those that take keys', () => {
  const names = offered('').filter((word) => !word.startsWith('-'))
  assert.deepEqual(names, namesOf(commands))
  for (const { name, options } of commands) {
    const words = offered(name, '--')
    assert.deepEqual(words, namesOf(options))
    assert.ok(words.includes('--help') && !words.includes('--key'), name)
  }
})

test('bash offers every requirement', () => {
  const ids = requirements.map(({ id }) => id)
  assert.deepEqual(offered('explain', ''), ids)
})

for (const [shell, write] of Object.entries({ zsh: zshScript, fish: fishScript }))
  test(`the script for ${shell} has every command, option and choice`, async () => {
    const { stdout } = await command(['completion', shell])
    assert.equal(stdout, write(commands))
    for (const { name, options } of commands) {
      assert.ok(stdout.includes(name), name)
      for (const option of options)
        assert.ok(stdout.includes(shell === 'zsh' ? option.name : `-l ${option.name.slice(2)} `), option.name)
    }
    for (const word of ['smoke core full', 'bash zsh fish', 'stream-done']) assert.ok(stdout.includes(word), word)
  })

/** A command whose texts contain characters that are special in shells. */
const odd: (typeof commands)[number] = {
  name: 'odd',
  description: "it's [a]: $(rm) `b` \\",
  options: [{ name: '--x', description: "don't: [say] \\", value: ['a', 'b'] }],
}

/** The words as a POSIX shell parses them; throws if a quote is not closed. */
function words(line: string): string[] {
  const text = execFileSync('bash', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
  return text.split('\n').slice(0, -1)
}

test('escapes special characters of the shells in descriptions', () => {
  const lines = zshScript([odd]).split('\n')
  const [, given = ''] = lines.find((text) => text.includes('odd) _arguments'))?.split('    odd) _arguments ') ?? []
  assert.deepEqual(words(given.replace(' ;;', '')), ["--x[don't\\: \\[say\\] \\\\]:value:(a b)"])
  assert.match(fishScript([odd]), / -d 'don\\'t: \[say\] \\\\' -x -a 'a b'$/m)
})

test('an unknown shell is a usage error that names the shells', () =>
  refuses(['completion', 'tcsh'], /bash, zsh, fish/))
