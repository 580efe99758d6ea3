import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapiDocument } from '../../../cli/commands/openapi/documents.ts'
import { refuses, whileRunning } from '../command.ts'
import { runMock } from './running-mock.ts'

const TOKEN = 'a-token-of-this-test'

test('the admin API is off unless its port is given', async () => {
  const mock = await runMock([])
  await mock.stop()
  assert.doesNotMatch(mock.said(), /admin/)
})

for (const workers of ['1', '2'])
  test(`--admin-port serves the admin API, which stops with the mock (${workers} workers)`, async () => {
    const mock = await runMock(['--admin-port', '0', '--workers', workers])
    const [, admin = ''] = await mock.until(/The admin API listens at (http:\/\/127\.0\.0\.1:\d+)\n/)
    assert.deepEqual(await (await fetch(`${admin}/health`)).json(), { status: 'ok' })
    for (const [name, version] of Object.entries({ 'openapi.json': '3.1', 'openapi-3.2.json': '3.2' } as const))
      assert.deepEqual(await (await fetch(`${admin}/gateway/${name}`)).json(), JSON.parse(openapiDocument(version)))
    await mock.stop()
    await assert.rejects(fetch(`${admin}/health`))
  })

const MISTAKES: readonly [args: string[], env: Record<string, string>, words: RegExp][] = [
  [['--admin-host', '127.0.0.1'], {}, /--admin-host needs an admin API; give --admin-port too/],
  [
    ['--admin-port', '0', '--admin-host', '0.0.0.0'],
    {},
    /a token is needed; set admin\.token \(SVC_MOCK_ADMIN_TOKEN\)/,
  ],
  [['--admin-port', '0'], { SVC_MOCK_ADMIN_TOKEN: '' }, /at least 16 characters/],
  [['--admin-port', '0'], { SVC_MOCK_ADMIN_TOKEN: 'planted' }, /at least 16 characters/],
  [['--admin-port', '0', '--admin-token', `planted-${TOKEN}`], {}, /unknown option '--admin-token'/],
  [['--admin-port', '65536'], {}, /whole number from 0 to 65535/],
]
for (const [args, env, words] of MISTAKES)
  test(`mock ${args.slice(0, 4).join(' ')} with ${JSON.stringify(env)} is rejected before anything starts`, () =>
    refuses(['mock', '--port', '0', ...args], words, { env, hides: ['planted'] }))

test('the token from the environment opens the admin API, and is not printed', async () => {
  const ask = async (url: string): Promise<readonly number[]> => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    return [(await fetch(`${url}/health`)).status, (await fetch(`${url}/health`, { headers })).status]
  }
  let statuses: readonly number[] = []
  const args = ['mock', '--port', '0', '--admin-port', '0']
  const act = async ([, url = '']: readonly string[]): Promise<void> => void (statuses = await ask(url))
  const options = { env: { SVC_MOCK_ADMIN_TOKEN: TOKEN } }
  const { code, stdout, stderr } = await whileRunning(args, /The admin API listens at (\S+)\n/, act, options)
  assert.deepEqual(statuses, [401, 200])
  assert.equal(code, 0)
  assert.doesNotMatch(stdout + stderr, new RegExp(TOKEN))
})
