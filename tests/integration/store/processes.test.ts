/** `svc-conformance mock --store` as three processes, as they are behind a load balancer. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folder, main } from '../../cli/command.ts'
import { valid } from '../../mock/asking.ts'
import { crowd, outcomes } from '../../mock/server/crowd.ts'
import { eventually } from './eventually.ts'
import { StoreServer } from './store-server.ts'

const CONFIG = `models: { svc/echo-1: {} }
projects:
  team: { keys: [svc_team_x], models: [svc/echo-1], quota: { requests_per_minute: 100 } }
`

/** Starts one, and gives what its line says and all that it has said. */
async function start(cwd: string, store: string) {
  const args = [main, 'mock', '--json', '--port', '0', '--admin-port', '0', '--config', 'mock.yaml']
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env.PATH ?? '', SVC_MOCK_STORE: store } })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said.err += text))
  await once(child.stdout, 'data')
  const { url, admin_url: admin } = JSON.parse(said.out) as { url: string; admin_url: string }
  const end = async (): Promise<void> => {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  return { url, admin, said, end, [Symbol.asyncDispose]: async () => void child.kill('SIGKILL') }
}

test('three processes let exactly the quota through, know one ledger, and keep it when they end', async () => {
  await using store = await StoreServer.start()
  const cwd = folder()
  writeFileSync(join(cwd, 'mock.yaml'), CONFIG)
  await using one = await start(cwd, store.url)
  await using two = await start(cwd, store.url)
  await using three = await start(cwd, store.url)
  const all = [one, two, three]
  const body = valid({ model: 'svc/echo-1' })
  const calls = await Promise.all(all.flatMap(({ url }) => crowd({ url, key: 'svc_team_x', size: 60, body })))
  assert.equal(outcomes(calls)['200'], 100)
  assert.equal(calls.filter(({ code }) => code === 'requests_per_minute').length, 80)
  const counted = async (admin: string) => {
    const { requests, attempts, refused } = (await (await fetch(`${admin}/projects/team/ledger`)).json()) as Record<
      string,
      number
    >
    return { requests, attempts, refused }
  }
  const sum = { requests: 180, attempts: 100, refused: 80 }
  for (const { admin } of all) await eventually(async () => assert.deepEqual(await counted(admin), sum))
  await one.end()
  await two.end()
  await eventually(async () => assert.deepEqual(await counted(three.admin), sum))
  await three.end()
  for (const { said } of all) {
    assert.doesNotMatch(said.out + said.err, /not-a-real-password/)
    assert.match(said.err, /Quotas and ledger of the configured projects are in the store/)
  }
})

test('the command says on standard error that its store is lost, and that it is back', async () => {
  await using store = await StoreServer.start()
  const cwd = folder()
  writeFileSync(join(cwd, 'mock.yaml'), CONFIG)
  await using mock = await start(cwd, store.url)
  await store.signal('SIGKILL')
  await eventually(async () => assert.match(mock.said.err, /^The store is lost \(\w+\): .*\n$/m))
  await store.run()
  await eventually(async () => assert.match(mock.said.err, /^The store is back\.$/m))
  assert.doesNotMatch(mock.said.err, /not-a-real-password/)
})
