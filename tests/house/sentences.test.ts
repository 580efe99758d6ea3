/** Tests that sentences of pages, requirements and comments are short enough to understand at first reading. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { pages, sources } from './sources.ts'

/** The maximum number of words in a sentence, without code. */
const MAX_WORDS = 25

/** Pages that may have longer sentences, and why. */
const exempt: readonly (readonly [path: string, why: string])[] = [
  ['CHANGELOG.md', 'it says what earlier versions said'],
  ['docs/clients.md', 'written from measurements'],
]

/** The prose of a page, without code and link addresses, with each item and cell separate. */
function proseOf(page: string): string[] {
  return page
    .replaceAll(/^```[\s\S]*?^```|<(?!br>)[^>]*>|`[^`]*`/gm, ' ')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.) )|<br>|(?<= )\|(?= )/)
}

function tooLong(text: string): string[] {
  return text
    .split(/(?<=[.!?][*"”)]*)\s+(?=[*"[]*[\p{Lu}\d ])/u)
    .map((sentence) =>
      sentence
        .split(/\s+/)
        .filter((word) => /[\p{L}\d]/u.test(word))
        .join(' '),
    )
    .filter((sentence) => sentence.split(' ').length > MAX_WORDS)
}

const longIn = (path: string, texts: readonly string[]): string[] =>
  texts.flatMap(tooLong).map((sentence) => `${path}: ${sentence}`)

test(`no sentence of a page has more than ${MAX_WORDS} words`, () => {
  const read = pages.filter(({ path }) => !exempt.some(([other]) => path === other))
  assert.deepEqual(
    read.flatMap(({ path, text }) => longIn(path, proseOf(text))),
    [],
  )
})

test(`no sentence of a requirement has more than ${MAX_WORDS} words`, () => {
  assert.deepEqual(
    requirements.flatMap(({ id, statement, fix = '', reading = '' }) => longIn(id, [statement, fix, reading])),
    [],
  )
})

/** Comments at the start of a line, with each tag separate. */
function commentsOf(text: string): string[] {
  const comments = text.match(/^[ \t]*\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm) ?? []
  return comments.flatMap((comment) =>
    comment
      .replaceAll(/^\s*(?:\/\*\*|\*\/|\*|\/\/) ?|\s*\*\/$/gm, '')
      .replaceAll(/`[^`]*`/g, 'Code')
      .split(/\n\s*\n|\n?(?=@[a-z])|\n(?=\s*[-*] )/)
      .filter((part) => !part.startsWith('@example')),
  )
}

test(`no sentence of a comment in the product has more than ${MAX_WORDS} words`, () => {
  const product = sources.filter(({ path }) => /^(?:suites|mock|reporters|cli|packaging|schemas)\//.test(path))
  assert.deepEqual(
    product.flatMap(({ path, text }) => longIn(path, commentsOf(text))),
    [],
  )
})

test('finds long sentences in paragraphs, items and cells, without counting code', () => {
  const long = `It ${'goes on and '.repeat(8)}ends.`
  const page = [`Short. ${long}`, `- ${long}`, `| a | ${long} |`, `${'word '.repeat(20)}\`${'code '.repeat(20)}\``]
  assert.deepEqual(longIn('a.md', proseOf(page.join('\n\n'))).length, 3)
  assert.deepEqual(longIn('a.ts', commentsOf(`/** Short. ${long} */\nconst a = 1\n  // ${long}\n`)).length, 2)
})
