import assert from 'node:assert/strict'
import { type ExecFileException, execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../docs/snippets.ts'
import { project } from '../drivers/project.ts'

interface Reported {
  readonly status: string
  /** Errors and attachments, as text. */
  readonly output: string
}

const folder = project()
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')

const preamble = `
import { reply } from '${join(root, 'mock/index.ts')}'
import { gatewayFixtures, gatewayMatchers, vitestFixtures } from '${join(root, 'mock/testing/index.ts')}'
const ask = (gateway, project) =>
  fetch(gateway.url + '/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + project.key },
    body: JSON.stringify({ model: 'svc/echo-1', messages: [{ role: 'user', content: 'a secret prompt' }] }),
  }).then((response) => response.json())
`

/** The same tests for both runners. Some of them have to fail. */
const tests = (configure: string): string => `
test('a script that is used up', async ({ gateway, project }) => {
  project.next(reply('Hello'))
  expect((await ask(gateway, project)).choices[0].message.content).toBe('Hello')
})
test('a script that is not used up', async ({ project }) => {
  project.next(reply('Hello'))
})
test('a test that fails', async ({ gateway, project }) => {
  project.next(reply('Hello').times(2))
  await ask(gateway, project)
  expect(1).toBe(2)
})
test.describe('with options', () => {
  ${configure}({ drained: false, projectOptions: { name: 'mine' } })
  test('a script that may stay', async ({ project }) => {
    project.next(reply('Hello'))
    expect(project.name).toBe('mine')
  })
})
const keys = []
for (const turn of [1, 2])
  test('its own project, ' + turn, async ({ project }) => {
    expect(keys).not.toContain(project.key)
    keys.push(project.key)
  })
`

/** The output of a program, whether it succeeded or not. */
function outputOf(args: readonly string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return new Promise((resolve) => {
    const done = (_error: ExecFileException | null, stdout: string, stderr: string) => resolve(stdout || stderr)
    execFile(process.execPath, args, { cwd: folder, env: { ...env, NO_COLOR: '1' } }, done)
  })
}

async function runPlaywright(): Promise<Map<string, Reported>> {
  const text = `import { expect, test as base } from '@playwright/test'${preamble}
const test = base.extend(gatewayFixtures)\n${tests('test.use')}`
  writeFileSync(join(folder, 'fixtures.spec.ts'), text)
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const report = JSON.parse(await outputOf([cli, 'test', 'fixtures.spec.ts', '--reporter=json'])) as { suites: Suite[] }
  return new Map(report.suites.flatMap(specsOf).map(({ title, tests: [only] }) => [title, playwrightOutput(only)]))
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly { readonly title: string; readonly tests: readonly PlaywrightTest[] }[]
}
interface PlaywrightTest {
  readonly results: readonly {
    readonly status: string
    readonly errors: readonly { readonly message: string }[]
    readonly attachments: readonly { readonly name: string; readonly body?: string }[]
  }[]
}

const specsOf = (suite: Suite): Suite['specs'][number][] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]

function playwrightOutput(test: PlaywrightTest | undefined): Reported {
  const { status = 'none', errors = [], attachments = [] } = test?.results[0] ?? {}
  // Playwright attaches the source of a failed test as well.
  const ours = attachments.filter(({ name }) => name.startsWith('gateway'))
  const attached = ours.map(({ name, body = '' }) => `${name}\n${Buffer.from(body, 'base64')}`)
  return { status, output: [...errors.map(({ message }) => message), ...attached].join('\n') }
}

async function runVitest(): Promise<Map<string, Reported>> {
  const text = `import { expect, test as base } from 'vitest'${preamble}
const test = base.extend(vitestFixtures)\n${tests('test.override')}`
  writeFileSync(join(folder, 'fixtures.test.ts'), text)
  const cli = join(root, 'node_modules/vitest/vitest.mjs')
  const file = join(folder, 'report.json')
  const out = await outputOf([cli, 'run', '--reporter=json', `--outputFile=${file}`, 'fixtures.test.ts'])
  assert.ok(existsSync(file), out)
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
  }
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  return new Map(
    results.map(({ title, status, failureMessages }) => [title, { status, output: failureMessages.join() }]),
  )
}

for (const [runner, run] of Object.entries({ 'Playwright Test': runPlaywright, vitest: runVitest }))
  test(`the fixtures for ${runner} give each test a project, and report unused steps`, async () => {
    const results = await run()
    assert.deepEqual(Object.fromEntries([...results].map(([title, { status }]) => [title, status])), {
      'a script that is used up': 'passed',
      'a script that is not used up': 'failed',
      'a test that fails': 'failed',
      'a script that may stay': 'passed',
      'its own project, 1': 'passed',
      'its own project, 2': 'passed',
    })
    assert.match(results.get('a script that is not used up')?.output ?? '', /1 unused step: reply of 5 characters/)
    const failed = results.get('a test that fails')?.output ?? ''
    assert.match(failed, /#\d+ POST \/v1\/chat\/completions \(svc\/echo-1\): 200, complete/)
    assert.match(failed, /Nothing is wrong with the client in 1 request/)
    assert.match(failed, /reply of 5 characters, for 1 more/)
    assert.doesNotMatch(failed, /has 1 unused step/)
    assert.doesNotMatch(failed, /secret prompt|svc_\w+_\w+/)
  })
