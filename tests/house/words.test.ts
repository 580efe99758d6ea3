/** One word per concept: tests that names and sentences do not use abandoned words. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filesBelow, pages, paths, type Source, sourceFrom, sources } from './sources.ts'

/** Abandoned words in names, each with its replacement. */
const abandoned = new Map([
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
  ['twin', 'control'],
  ['twins', 'controls'],
  ['dress', 'variation'],
  ['dressed', 'varied'],
  ['dressing', 'variations'],
  ['spoil', 'mutate'],
  ['spoiled', 'mutated'],
  ['told', 'the thing that was reported'],
  ['tell', 'report'],
  ['nobody', 'what there is instead'],
  ['patience', 'retry policy'],
  ['tries', 'attempts'],
  ['answer', 'response'],
  ['answers', 'responses'],
  ['answered', 'responded'],
  ['due', 'expected'],
  ['beside', 'next to, nearby'],
  ['moment', 'timestamp'],
  ['musts', 'required'],
  ['came', 'received'],
])

/** Exceptions by path prefix, with the reason. */
const allowed: readonly (readonly [path: string, word: string, why: string])[] = [
  ['mock/', 'oddities', 'JournalEntry.oddities is published'],
  ['tests/mock/journal/', 'oddities', 'JournalEntry.oddities is published'],
  ['tests/adversary/trouble/', 'trouble', 'what happens on the way to a gateway: a matrix of its own'],
  ['tests/prove/', 'trouble', 'runs that matrix'],
  ...['suites/harness/report/', 'reporters/', 'tests/reporters/', 'tests/suites/harness/'].flatMap((path) =>
    ['answer', 'answers'].map((word) => [path, word, 'a member of report.json, or of the transcript'] as const),
  ),
  ['suites/harness/http/exchange-json.ts', 'answer', 'a member of the transcript'],
  ...['mock/journal/', 'mock/server/admin/', 'tests/mock/', 'tests/adversary/mock-attacks/'].flatMap((path) =>
    ['answer', 'answered'].map((word) => [path, word, 'a member of a published JournalEntry'] as const),
  ),
  ['mock/portable.ts', 'answer', 'the type is published under this name'],
  ['cli/commands/init/', 'answers', 'those of the user'],
  ['cli/commands/client/', 'answered', 'the name of a scenario'],
  ['cli/commands/client/', 'answer', 'a member of a published JournalEntry'],
  ['tests/cli/mock/', 'answered', 'the same'],
  ['cli/commands/client/freedoms.ts', 'due', 'the name of a variant'],
  ['examples/', 'answer', 'that of a model to a question'],
  ['suites/harness/http/key-forms.ts', 'beside', 'names of key forms'],
  ['tests/suites/requests/', 'beside', 'in titles, which seed draws'],
]

/** Abandoned words in sentences, each with its replacement. "There is none" is fine, but "it is none" is not. */
const phrases: readonly (readonly [words: string, instead: string])[] = [
  ['told|tells?|telling', 'reported, says, output'],
  ['nobody|whoever|somebody', 'the gateway, the client, the operator, the caller'],
  ['twins?', 'control'],
  ['dress(?:es|ed|ing)?', 'variation, varied'],
  ['mend(?:s|ed|ing)?', 'fix'],
  ['spoil(?:s|ed|ing)?', 'mutated, corrupted'],
  ['(?<!there )(?:is|are|was) none', 'is not one, there is none'],
  ['stands? (?:in|for|at)', 'is in, means'],
  ['beside', 'next to, besides'],
  ['anew', 'again'],
  ['in place of', 'instead of'],
  ['(?<!instead )of (?:its|their) own(?! [a-z])', 'its own, separate'],
  ['hung up', 'aborted, disconnected'],
  ['came', 'was received'],
  ['due', 'expected, required'],
  ['(?<!long |fixed )answer(?:s|ed)?(?! two questions)', 'response, responds'],
]

/** Exceptions for sentences by path prefix, with the reason. */
const quoted: readonly (readonly [path: string, why: string])[] = [
  ['CHANGELOG.md', 'it says what earlier versions said'],
  ['suites/checks/', 'titles name exchanges and seed their draws'],
  ['suites/harness/arbitraries/', 'names of families do so, too'],
  ['suites/harness/run/generated/controls.ts', 'the same'],
  ['suites/harness/variation/sentences.ts', 'prompts'],
  ['suites/harness/variation/texts.ts', 'prompts'],
  ['examples/client-conformance/', 'a prompt'],
  ['bench/mock/requests.ts', 'a prompt'],
  ['mock/server/admin/page/script.js.ts', 'a program'],
  ['cli/commands/init/', 'it asks questions, and gets answers'],
  ['examples/', 'their models are asked questions'],
  ['tests/integration/examples/', 'it quotes them'],
  ['tests/integration/languages/', 'the same'],
  ['schemas/incidents.yaml', 'it quotes reports'],
  ['tests/house/words.test.ts', 'they are the subject'],
]

/** Comments and string literals of more than one word, also of Python and shell; for Markdown, everything but code. */
function sentencesIn(path: string, text: string): string[] {
  if (path.endsWith('.md')) return [text.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')]
  const parts =
    text.match(
      /"""[\s\S]*?"""|(?:^|\s)#[ ].*|\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g,
    ) ?? []
  return parts
    .map((part) => part.replaceAll(/^(?:\/|"""|\s*#)/.test(part) ? /`[^`]*`/g : /\$\{[^}]*\}/g, ''))
    .filter((part) => / /.test(part))
}

function phrasesIn(sources: readonly Pick<Source, 'path' | 'text'>[]): string[] {
  return sources
    .filter(({ path }) => !quoted.some(([start]) => path.startsWith(start)))
    .flatMap(({ path, text }) =>
      sentencesIn(path, text).flatMap((part) =>
        phrases.flatMap(([words, instead]) => {
          const [found] = new RegExp(`(?<![-\\w.'])(?:${words})(?![-\\w])`, 'i').exec(part) ?? []
          return found === undefined ? [] : [`${path}: "${found}", not "${instead}" in ${part.slice(0, 80)}`]
        }),
      ),
    )
}

/** The words of a name: the same two for `openProjects`, `open_projects` and `open-projects`. */
function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z]+/).map((word) => word.toLowerCase())
}

/** The identifiers in code, without comments and strings. */
function identifiersIn(text: string): string[] {
  const code = text
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(' '))
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
  return code.match(/(?<![\w$-])[A-Za-z_$][\w$]*/g) ?? []
}

/** Names of files and identifiers that contain an abandoned word. */
function abandonedIn(paths: readonly string[], sources: readonly Source[]): string[] {
  const names = [
    ...paths.map((path) => [path, path] as const),
    ...sources.flatMap(({ path, text }) => identifiersIn(text).map((name) => [path, name] as const)),
  ]
  const found = names.flatMap(([path, name]) =>
    wordsOf(name)
      .filter((word) => abandoned.has(word))
      .filter((word) => !allowed.some(([start, other]) => path.startsWith(start) && word === other))
      .map((word) => `${path}: ${name === path ? 'its name' : name} says ${word}, not ${abandoned.get(word)}`),
  )
  return [...new Set(found)]
}

test('no name uses an abandoned word', () => assert.deepEqual(abandonedIn(paths, sources), []))

test('finds an abandoned word in the name of a file, a variable and a type', () => {
  const text = [
    'const theCrew = 1',
    'interface Oddity {}',
    'const available = [label]',
    "// the crew of a ship\nconst text = 'lab'",
  ].join('\n')
  assert.deepEqual(abandonedIn(['mock/crew.ts', 'mock/collab.ts'], [sourceFrom('mock/a.ts', text)]), [
    'mock/crew.ts: its name says crew, not worker pool',
    'mock/a.ts: theCrew says crew, not worker pool',
    'mock/a.ts: Oddity says oddity, not variant',
  ])
})

test('a published name may stay only where it is published', () => {
  const made = ['mock/journal/entry.ts', 'cli/a.ts'].map((path) => sourceFrom(path, 'const { oddities } = entry'))
  assert.deepEqual(abandonedIn([], made), ['cli/a.ts: oddities says oddities, not variants'])
})

/** Our data with quoted sentences, and programs in other languages. */
const others = [...paths, ...filesBelow('python')]
  .filter((path) => path === 'schemas/incidents.yaml' || /\.(?:py|go|java|kt|rs|sh|js|mjs|cjs)$/.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8') }))

test('no sentence uses an abandoned word', () => assert.deepEqual(phrasesIn([...sources, ...pages, ...others]), []))

test('finds an abandoned word in comments, strings and pages, but not in code', () => {
  const text = "/** Told first. */\nconst told = 'due'\nconst a = 'it came'\n// the member `mend`"
  const made = [sourceFrom('mock/a.ts', text), { path: 'docs/a.md', text: 'Nobody knows `nobody`.' }]
  assert.deepEqual(
    phrasesIn(made).map((line) => line.replace(/, not .*/, '')),
    ['mock/a.ts: "Told"', 'mock/a.ts: "came"', 'docs/a.md: "Nobody"'],
  )
})
