import assert from 'node:assert/strict'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openerFor } from '../../../cli/commands/run/open-page.ts'
import { startMock } from '../../../mock/index.ts'
import { alteredMock } from '../../integration/drivers/altered-mock.ts'
import { freePort } from '../../integration/drivers/free-port.ts'
import { command, commandAsProcess, exits, folder, refuses, withKey } from '../command.ts'
import { countingServer } from '../counting-server.ts'
import { jsonAt, textAt } from '../files.ts'

const SMOKE = ['run', '--profile', 'smoke']

test('--wait waits for a target that does not listen yet', async () => {
  const port = await freePort()
  const args = [...SMOKE, '--base-url', `http://127.0.0.1:${port}`, '--wait', '60']
  const run = command(args, withKey())
  await sleep(700)
  await using mock = await startMock({ port })
  const { code, stdout, stderr } = await run
  assert.equal(code, 0, stdout + stderr)
  assert.match(stderr, new RegExp(`^Waiting until ${mock.url.replaceAll('.', '\\.')} responds\nCertifying `))
})

test('--wait waits for a gateway behind a proxy, and its requests are not part of the run', async () => {
  let asked = 0
  await using gateway = await alteredMock((response) => {
    asked += 1
    if (asked <= 2)
      Object.assign(response, { status: asked === 1 ? 404 : 502, headers: {}, body: Buffer.from('<html>') })
  })
  const out = folder()
  await exits(0, [...SMOKE, '--base-url', gateway.url, '--wait', '1m', '--out', out], withKey(gateway.demo.valid))
  const { requests } = jsonAt<{ requests: number }>(out, 'report.json')
  assert.ok(requests <= 12)
  assert.equal(asked, requests + 3)
})

test('--wait gives up after its time, and the run says why there is no response', async () => {
  const args = [...SMOKE, '--base-url', `http://127.0.0.1:${await freePort()}`, '--wait', '1']
  const { stdout } = await exits(3, args, withKey())
  assert.match(stdout, /no connection \(ECONNREFUSED/)
})

test('--wait ends at once when it is interrupted', async () => {
  let asked = 0
  let interrupt = (): void => undefined
  // The second request shows that it waits.
  await using server = await countingServer((_request, response) => {
    response.writeHead(503).end()
    asked += 1
    if (asked === 2) interrupt()
  })
  const { code, stdout } = await commandAsProcess([...SMOKE, '--base-url', server.url, '--wait', '600'], {
    ...withKey(),
    onStart: (kill) => {
      interrupt = () => kill('SIGINT')
    },
  })
  assert.equal(code, 3)
  assert.match(stdout, /the run was interrupted/)
})

test('--wait refuses anything but a time', () =>
  refuses([...SMOKE, '--wait', 'long'], /It must be a time from 1s to 60m/))

test('--open opens the page of the report, and a run without a browser does not fail', async () => {
  const cwd = folder()
  const browser = join(cwd, 'browser')
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" >"${cwd}/opening"\nmv "${cwd}/opening" "${cwd}/opened"\n`)
  chmodSync(browser, 0o755)
  const args = [...SMOKE, '--open', '--out', cwd]
  const { code, stderr } = await command(args, { env: { BROWSER: browser } })
  assert.equal(code, 0, stderr)
  for (let attempts = 0; attempts < 100 && !existsSync(join(cwd, 'opened')); attempts += 1) await sleep(50)
  assert.equal(textAt(cwd, 'opened'), join(cwd, 'report.html'))
  const without = await exits(0, args, { env: { BROWSER: join(cwd, 'no-such-program') } })
  assert.match(without.stderr, /cannot open the page with \S+no-such-program: open \S+report\.html yourself/)
})

test('each platform has its own command to open a page', () => {
  const openers = (['darwin', 'win32', 'linux'] as const).map((platform) => openerFor(platform, {}))
  assert.deepEqual(openers, [['open'], ['explorer.exe'], ['xdg-open']])
})
