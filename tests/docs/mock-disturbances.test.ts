import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readTestHeader } from '../../mock/core/disturbances/header.ts'
import { parseConfig, SOCKET_ONLY } from '../../mock/index.ts'
import { sectionOf, snippetsOf } from './snippets.ts'

const [PAGE, SECTION] = ['docs/mock.md', 'Disturbances'] as const
const page = sectionOf(PAGE, SECTION)
const blocks = (language: string): string[] =>
  snippetsOf(PAGE)
    .filter((snippet) => snippet.section === SECTION && snippet.language === language)
    .map(({ text }) => text)

test('the page lists what needs a socket', () => {
  for (const name of Object.keys(SOCKET_ONLY)) assert.ok(page.includes(`\`${name}\``), name)
})

test('the configuration of the page is valid', () => {
  const [yaml = ''] = blocks('yaml')
  const { models, projects } = parseConfig(yaml)
  const listed = [...Object.values(models), ...Object.values(projects)].flatMap(
    ({ disturbances }) => disturbances ?? [],
  )
  assert.equal(listed.length, 3)
  assert.deepEqual(parse(yaml).projects['team-a'].disturbances.at(-1), { name: 'cut', after: 3, probability: 0.1 })
})

test('the headers of the page are valid', () => {
  const headers = blocks('http').flatMap((text) => text.split('\n'))
  assert.ok(headers.length > 2)
  for (const header of headers) {
    const [name, value = ''] = header.split(/: (.*)/)
    assert.equal(name, 'x-test-fault')
    assert.equal(typeof readTestHeader(value), 'object', header)
  }
})
