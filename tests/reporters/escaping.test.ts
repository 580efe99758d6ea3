import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { formats } from '../../reporters/formats/formats.ts'
import { code, words } from '../../reporters/formats/markdown.ts'
import { xmlDocument, xmlText } from '../../reporters/formats/xml.ts'
import { MARKUP, markUp } from './markup.ts'
import { reportOn } from './samples.ts'

const report = await reportOn(markUp)

test('the report contains the markup of the target', () => {
  assert.ok(JSON.stringify(report).includes('<script>'))
  assert.equal(report.conclusion, 'nonconformant')
})

test('JUnit: has no CDATA and no element of the target', () => {
  const text = formats.junit(report)
  assert.ok(!text.includes(']]>') && !text.includes('CDATA') && !text.includes('<script'))
  const names = new Set([...text.matchAll(/<\/?([a-z-]+)/g)].map(([, name]) => name))
  assert.equal(
    [...names].sort().join(' '),
    'failure properties property skipped system-out testcase testsuite testsuites',
  )
})

test('JUnit: a parser restores the escaped text', () => {
  const text = xmlDocument({ name: 'a', attributes: { b: `<"'&>]]>` }, text: [`<"'&>]]>`] })
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' })
  assert.deepEqual((parser.parse(text) as { a: object }).a, { '@b': `<"'&>]]>`, '#text': `<"'&>]]>` })
  assert.equal(xmlText('\u0000\ud800'), '\\x00\\u{d800}')
})

test('Markdown: text of the target is only in code spans, and never begins a line', () => {
  const text = formats.markdown(report)
  for (const line of text.split('\n')) {
    assert.doesNotMatch(line, /^\s*(::|##\[|##vso)/, line)
    // Without code spans, only our own text remains.
    const rest = line.replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    assert.doesNotMatch(rest, /[<>`@]|javascript|evil|owned(?!-by|&#95;by)|\]\(/, line)
  }
  assert.ok(text.length < 65_000, `${text.length} characters are more than a comment holds`)
})

test('Markdown: a fence is longer than the backticks inside', () => {
  assert.equal(code('a'), '`a`')
  assert.equal(code('a`b'), '``a`b``')
  assert.equal(code('```'), '```` ``` ````')
  assert.equal(code(''), '(empty)')
  assert.ok(!code(MARKUP, 5000).includes('\n'))
})

test('Markdown: escapes our own words', () =>
  assert.equal(words('a `b` <c> | d_e'), 'a &#96;b&#96; &#60;c&#62; &#124; d&#95;e'))

test('HAR: has bytes that are not text in base64, and a variable instead of a key', async () => {
  const mutated = await reportOn((response) => void (response.body = Buffer.from([0xff, 0x00])), 'smoke')
  const { log } = JSON.parse(formats.har(mutated)) as {
    log: {
      entries: readonly {
        readonly request: { readonly headers: readonly { readonly name: string; readonly value: string }[] }
        readonly response: { readonly content: { readonly encoding?: string; readonly text?: string } }
      }[]
    }
  }
  const binary = log.entries.find(({ response }) => response.content.encoding === 'base64')
  assert.equal(binary?.response.content.text, '/wA=')
  const credentials = log.entries.flatMap(({ request }) =>
    request.headers.filter(({ name }) => name.toLowerCase() === 'authorization'),
  )
  assert.ok(credentials.length > 0)
  for (const { value } of credentials) assert.match(value, /\$SVC_CONFORMANCE_KEY/)
})

test('the SVG badge has an accessible name', () => {
  const svg = formats['badge-svg'](report)
  assert.match(svg, /role="img" aria-label="inference gateway api: nonconformant · core · \d+ failed"/)
  assert.equal(typeof (new XMLParser().parse(svg) as { svg: object }).svg, 'object')
})
