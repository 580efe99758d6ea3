/** One idea, one word: words that were given up for another one do not come back as names of things or files. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paths, type Source, sourceFrom, sources } from './sources.ts'

/** Each word with the one that is used in its place. */
const gone = new Map([
  ['oddity', 'variant'],
  ['oddities', 'variants'],
  ['lab', 'check context'],
  ['survey', 'preflight'],
  ['ground', 'preflight'],
  ['governor', 'rate limiter'],
  ['culprit', 'blame field'],
  ['trouble', 'network error'],
  ['minting', 'open projects'],
  ['hiring', 'spawn worker'],
  ['crew', 'worker pool'],
  ['shelf', 'project journal'],
  ['heeding', 'test header'],
  ['settlement', 'usage booking'],
])

/** Where a word stays, by the beginning of the path, and why. */
const allowed: readonly (readonly [path: string, word: string, why: string])[] = [
  ['mock/', 'oddities', 'JournalEntry.oddities is published'],
  ['tests/mock/journal/', 'oddities', 'JournalEntry.oddities is published'],
  ['tests/adversary/trouble/', 'trouble', 'what happens on the way to a gateway: a matrix of its own'],
  ['tests/prove/', 'trouble', 'runs that matrix'],
]

/** The words of a name: of `openProjects`, `open_projects` or `open-projects` the same two. */
function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z]+/).map((word) => word.toLowerCase())
}

/** Identifiers of a text: neither comments nor texts count. */
function identifiersIn(text: string): string[] {
  const code = text
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(' '))
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
  return code.match(/(?<![\w$-])[A-Za-z_$][\w$]*/g) ?? []
}

/** Names of files and of things that hold a word that is gone. */
function goneIn(paths: readonly string[], sources: readonly Source[]): string[] {
  const names = [
    ...paths.map((path) => [path, path] as const),
    ...sources.flatMap(({ path, text }) => identifiersIn(text).map((name) => [path, name] as const)),
  ]
  const found = names.flatMap(([path, name]) =>
    wordsOf(name)
      .filter((word) => gone.has(word))
      .filter((word) => !allowed.some(([start, other]) => path.startsWith(start) && word === other))
      .map((word) => `${path}: ${name === path ? 'its name' : name} says ${word}, not ${gone.get(word)}`),
  )
  return [...new Set(found)]
}

test('words that are gone stay gone', () => assert.deepEqual(goneIn(paths, sources), []))

test('a word that is gone is found in the name of a file, of a function and of a type', () => {
  const text = [
    'const theCrew = 1',
    'interface Oddity {}',
    'const available = [label]',
    "// the crew of a ship\nconst text = 'lab'",
  ].join('\n')
  assert.deepEqual(goneIn(['mock/crew.ts', 'mock/collab.ts'], [sourceFrom('mock/a.ts', text)]), [
    'mock/crew.ts: its name says crew, not worker pool',
    'mock/a.ts: theCrew says crew, not worker pool',
    'mock/a.ts: Oddity says oddity, not variant',
  ])
})

test('what is published keeps its name where it is published, and nowhere else', () => {
  const made = ['mock/journal/entry.ts', 'cli/a.ts'].map((path) => sourceFrom(path, 'const { oddities } = entry'))
  assert.deepEqual(goneIn([], made), ['cli/a.ts: oddities says oddities, not variants'])
})
