import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readTestHeader } from '../../mock/core/disturbances/header.ts'
import { DISTURBANCES, type DisturbName, TABLE } from '../../mock/core/disturbances/table.ts'
import { CAPABILITIES, parseConfig, SOCKET_ONLY } from '../../mock/index.ts'
import { sectionOf, snippetsOf } from './snippets.ts'

const [PAGE, SECTION] = ['docs/mock.md', 'Disturbances'] as const
const page = sectionOf(PAGE, SECTION)
const blocks = (language: string): string[] =>
  snippetsOf(PAGE)
    .filter((snippet) => snippet.section === SECTION && snippet.language === language)
    .map(({ text }) => text)

function rowOf(name: DisturbName): string {
  const { parameters, required = [], one, of, shows } = TABLE[name]
  const documented = Object.entries(parameters).map(
    ([parameter, { words }]) => `\`${parameter}\`${required.includes(parameter) ? '' : '?'}: ${words}`,
  )
  const { fetch } = CAPABILITIES[name]
  return `| \`${name}\` | ${one ? 'one of ' : ''}${documented.join('; ') || 'none'} | ${of} | ${shows} | ${fetch} |`
}

test('the page has the table of all disturbances as the mock has it', () => {
  const lines = page.split('\n')
  const head = lines.findIndex((line) => line.startsWith('| name '))
  const rows = lines.slice(head + 2, lines.indexOf('', head))
  // A formatter may pad the cells.
  const narrow = (row: string): string => row.replaceAll(/ +/g, ' ')
  assert.deepEqual(rows.map(narrow), DISTURBANCES.map(rowOf).map(narrow))
})

test('the page names what needs a socket', () => {
  for (const name of Object.keys(SOCKET_ONLY)) assert.ok(page.includes(`\`${name}\``), name)
})

test('the configuration of the page can be used', () => {
  const [yaml = ''] = blocks('yaml')
  const { models, projects } = parseConfig(yaml)
  const listed = [...Object.values(models), ...Object.values(projects)].flatMap(
    ({ disturbances }) => disturbances ?? [],
  )
  assert.equal(listed.length, 3)
  assert.deepEqual(parse(yaml).projects['team-a'].disturbances.at(-1), { name: 'cut', after: 3, probability: 0.1 })
})

test('the headers of the page can be followed', () => {
  const headers = blocks('http').flatMap((text) => text.split('\n'))
  assert.ok(headers.length > 2)
  for (const header of headers) {
    const [name, value = ''] = header.split(/: (.*)/)
    assert.equal(name, 'x-test-fault')
    assert.equal(typeof readTestHeader(value), 'object', header)
  }
})
