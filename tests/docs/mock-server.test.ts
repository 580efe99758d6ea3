import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseConfig } from '../../mock/index.ts'
import { folder } from '../cli/command.ts'
import { runMock, tlsIn } from '../cli/mock/running-mock.ts'
import { root, snippetsOf } from './snippets.ts'

const PAGE = 'docs/mock-server.md'
/** Sections covered elsewhere: by mock-admin.test.ts, dockerfile.test.ts and, with a store, tests/integration/store. */
const ELSEWHERE = ['The admin API', 'In a container', 'Several mocks']
const snippets = snippetsOf(PAGE).filter(({ section }) => !ELSEWHERE.includes(section))
const [config] = snippets.filter(({ language }) => language === 'yaml')
const commands = snippets.filter(({ language }) => language === 'sh')

test('the commands of the page start a mock', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'mock.yaml'), config?.text ?? '')
  tlsIn(cwd)
  assert.equal(commands.length, 5)
  for (const { text, where } of commands) {
    const [, words = ''] = /^npx svc-conformance mock (.*)$/.exec(text) ?? []
    const mock = await runMock(words.split(' '), cwd)
    mock.kill('SIGTERM')
    assert.equal((await mock.ended).code, 0, where)
  }
})

test('the configuration of the page has every limit', () => {
  const { projects } = parseConfig(config?.text ?? '')
  const limits = Object.keys(projects['team-a']?.quota ?? {})
  const text = readFileSync(join(root, PAGE), 'utf8')
  assert.equal(limits.length, 3)
  for (const limit of limits) assert.match(text, new RegExp(`\\| \`${limit}\``))
})
