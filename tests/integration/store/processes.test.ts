/** Runs `svc-conformance mock --store` as three processes, as behind a load balancer. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folder, main } from '../../cli/command.ts'
import { valid } from '../../mock/asking.ts'
import { outcomes, sendMany } from '../../mock/server/concurrent-calls.ts'
import { eventually } from './eventually.ts'
import { StoreServer } from './store-server.ts'

const CONFIG = `models: { svc/echo-1: {} }
projects:
  team: { keys: [svc_team_x], models: [svc/echo-1], quota: { requests_per_minute: 100 } }
`

/** Starts a process; returns the URLs that it prints, and its whole output. */
async function start(cwd: string, store: string) {
  const args = [main, 'mock', '--json', '--port', '0', '--admin-port', '0', '--config', 'mock.yaml']
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env.PATH ?? '', SVC_MOCK_STORE: store } })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (output.err += text))
  await once(child.stdout, 'data')
  const { url, admin_url: admin } = JSON.parse(output.out) as { url: string; admin_url: string }
  const end = async (): Promise<void> => {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  return { url, admin, output, end, [Symbol.asyncDispose]: async () => void child.kill('SIGKILL') }
}

test('three processes admit exactly the quota, and share a ledger that survives when processes end', async () => {
  await using store = await StoreServer.start()
  const cwd = folder()
  writeFileSync(join(cwd, 'mock.yaml'), CONFIG)
  await using one = await start(cwd, store.url)
  await using two = await start(cwd, store.url)
  await using three = await start(cwd, store.url)
  const all = [one, two, three]
  const body = valid({ model: 'svc/echo-1' })
  const calls = await Promise.all(all.flatMap(({ url }) => sendMany({ url, key: 'svc_team_x', size: 60, body })))
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
  for (const { output } of all) {
    assert.doesNotMatch(output.out + output.err, /not-a-real-password/)
    assert.match(output.err, /Quotas and ledger of the configured projects are in the store/)
  }
})

test('reports on standard error when the store is lost and when it is back', async () => {
  await using store = await StoreServer.start()
  const cwd = folder()
  writeFileSync(join(cwd, 'mock.yaml'), CONFIG)
  await using mock = await start(cwd, store.url)
  await store.signal('SIGKILL')
  await eventually(async () => assert.match(mock.output.err, /^The store is lost \(\w+\): .*\n$/m))
  await store.run()
  await eventually(async () => assert.match(mock.output.err, /^The store is back\.$/m))
  assert.doesNotMatch(mock.output.err, /not-a-real-password/)
})
