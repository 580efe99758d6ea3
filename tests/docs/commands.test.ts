import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { declared } from '../../cli/commands/declared/index.ts'
import { listFaults } from '../../mock/index.ts'
import { allChecks } from '../../suites/index.ts'
import { pages } from './pages.ts'
import { root, snippetsOf } from './snippets.ts'

const commands = new Map(
  declared.map((declare) => declare(() => undefined)).map((command) => [command.name(), command]),
)

/** Flags of other programs on the pages. */
const OF_OTHERS = new Set([
  '--next',
  ...['--shard', '--reporter', '--grep', '--project'], // Playwright
  ...['--fault', '--variant', '--without', '--check', '--yes', '--experimental-vm-modules'], // npm run prove, npx, node
])

interface Mention {
  readonly where: string
  readonly words: readonly string[]
}

/** The words after `svc-conformance`, up to the end of the shell command. */
function wordsOf(text: string): string[] {
  const [line = ''] = text.split(/[|;&]| [#>]|\\$/)
  return [...line.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => word.replaceAll(/^["']|["']$/g, ''))
}

function mentionsIn(page: string): Mention[] {
  const fenced = snippetsOf(page).flatMap(({ text, where }) => text.split('\n').map((line) => ({ line, where })))
  const inline = [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, line = '']) => ({
    line,
    where: page,
  }))
  return [...fenced, ...inline].flatMap(({ line, where }) =>
    [...line.matchAll(/(?:^|npx (?:--yes )?|["' ])(?:\.\/)?svc-conformance(?:@\S+|-\S+\.tgz)? (.+)$/g)].map(
      ([, rest = '']) => ({
        where,
        words: wordsOf(rest),
      }),
    ),
  )
}

/** The mistake in a command of a page, if any. */
function faultOf([name = '', ...words]: readonly string[]): string | undefined {
  if (name.startsWith('--')) return ['--help', '--version'].includes(name) ? undefined : `there is no ${name}`
  const command = commands.get(name)
  if (!command) return `there is no command ${name}`
  let given = 0
  for (let at = 0; at < words.length; at += 1) {
    const [flag = '', attached] = (words[at] ?? '').split('=')
    // Another program's command follows.
    if (flag === '--') return undefined
    if (!flag.startsWith('-')) {
      given += 1
      continue
    }
    if (flag === '--help') return undefined
    const option = command.options.find(({ long, short }) => flag === long || flag === short)
    if (!option) return `${name} has no ${flag}`
    if (!option.required) continue
    const value = attached ?? words[++at]
    if (value === undefined) return `${flag} takes a value`
    // A word in capitals represents any value.
    if (option.argChoices && !option.argChoices.includes(value) && !/^[A-Z_]+$/.test(value))
      return `${flag} does not take ${value}`
  }
  const most = command.registeredArguments.length
  return given > most ? `${name} takes ${most} arguments` : undefined
}

/** Excludes sentences that name the program, such as `svc-conformance: …`. */
const isCommand = ({ words: [first = ''] }: Mention): boolean => /^(--)?[a-z]/.test(first)

test('every command on a page exists, with its flags and their values', () => {
  const mentions = pages.flatMap(mentionsIn).filter(isCommand)
  assert.ok(mentions.length > 60)
  const wrong = mentions.flatMap(({ where, words }) => {
    const fault = faultOf(words)
    return fault === undefined ? [] : [`${where}: svc-conformance ${words.join(' ')}: ${fault}`]
  })
  assert.deepEqual(wrong, [])
})

test('some page mentions every command', () => {
  const named = new Set(pages.flatMap(mentionsIn).map(({ words: [name] }) => name))
  assert.deepEqual(
    [...commands.keys()].filter((name) => !named.has(name)),
    [],
  )
})

test('every flag in a sentence belongs to some command', () => {
  const flags = new Set([...commands.values()].flatMap(({ options }) => options.map(({ long }) => long)))
  const astray = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/`(--[a-z-]+)[^`\n]*`/g)].flatMap(([, flag = '']) =>
      flags.has(flag) || OF_OTHERS.has(flag) ? [] : [`${page}: ${flag}`],
    ),
  )
  assert.deepEqual(astray, [])
})

test('faults and checks that a page passes to npm run prove exist', () => {
  const names = new Set([...listFaults().map(({ name }) => name), ...allChecks.map(({ id }) => id)])
  const handed = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/ prove -- --(?:fault|without) ([a-z][\w.-]+)/g)].map(
      ([, name = '']) => name,
    ),
  )
  assert.ok(handed.length > 0)
  assert.deepEqual(
    handed.filter((name) => !names.has(name)),
    [],
  )
})

test('finds commands, flags and values that do not exist', () => {
  assert.deepEqual(
    ['rnu', 'run --sede 7', 'run --profile huge', 'diff a b c', 'verify c.json --at'].map((line) =>
      faultOf(line.split(' ')),
    ),
    [
      'there is no command rnu',
      'run has no --sede',
      '--profile does not take huge',
      'diff takes 2 arguments',
      '--at takes a value',
    ],
  )
})
