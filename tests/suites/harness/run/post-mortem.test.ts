/** A target that one request kills: the requests in flight, and the one that kills it again. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { type Exchange, identityFor } from '../../../../suites/harness/http/exchange.ts'
import { complete, listModels, type Plan, sentRequest } from '../../../../suites/harness/http/request.ts'
import { inFlightLast, killerAmong } from '../../../../suites/harness/run/session/post-mortem.ts'
import { Session } from '../../../../suites/harness/run/session/session.ts'
import { freePort } from '../../../integration/drivers/free-port.ts'
import { targetAt } from '../client/asked.ts'
import { exchangeOf, lostBy, responseOf } from '../http/exchanges.ts'
import { membersOf } from '../members.ts'

const plan = complete({ model: 'svc/echo-1', messages: [] })

/** @param ended whether the target ended the connection instead of responding */
function sent(name: string, startedAt: number, duration: number, ended: boolean): Exchange {
  const more = { ...identityFor({ name }, 1), request: sentRequest(plan), startedAt, duration }
  return ended ? lostBy('ECONNRESET', more) : exchangeOf(responseOf(''), more)
}

describe('the requests in flight when a target died', () => {
  it('are those that ended with the target, in the order of their start', () => {
    const all = [
      sent('late', 900, 110, true),
      sent('early', 800, 200, true),
      sent('longest', 300, 700, true),
      sent('responded', 700, 250, false),
      sent('dropped before', 100, 20, true),
      sent('alive/list', 1100, 5, true),
    ]
    assert.deepEqual(membersOf(inFlightLast(all), 'id'), ['longest/1', 'early/1', 'late/1'])
  })

  it('are absent if the target has responded since', () =>
    assert.deepEqual(inFlightLast([sent('dropped', 100, 20, true), sent('responded', 500, 20, false)]), []))

  it('are absent in older transcripts, which have no times', () => {
    const { startedAt: _, ...older } = sent('dropped', 100, 20, true)
    assert.deepEqual(inFlightLast([older]), [])
  })
})

describe('the request that ends a target', () => {
  const lost = ['first', 'second', 'third'].map((name) => ({
    exchange: sent(name, 0, 1, true),
    plan: { ...plan, path: `/${name}` },
  }))

  const found = (ends: (path: string, time: number) => boolean, isBack = true): Promise<Exchange | undefined> => {
    const times = new Map<string, number>()
    const send = async ({ path }: Plan): Promise<Exchange> => {
      times.set(path, (times.get(path) ?? 0) + 1)
      return sent('killer', 0, 1, ends(path, times.get(path) ?? 0))
    }
    return killerAmong(lost, { send, isBack: async () => isBack })
  }

  it('is the one that ends the target twice when sent alone', async () =>
    assert.equal((await found((path) => path === '/second'))?.id, 'second/1'))

  it('is not one that ended the target only once', async () =>
    assert.equal(await found((_, time) => time === 1), undefined))

  it('is unknown if the target does not start again', async () =>
    assert.equal(await found(() => true, false), undefined))
})

/** Responds to everything, and exits on a character beyond Latin-1. */
const MORTAL = `
  require('node:http').createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => (text += piece))
    request.on('end', () => {
      if (text.includes('\\u20ac')) process.exit(1)
      response.setHeader('content-type', 'application/json')
      setTimeout(() => response.end('{"object":"list","data":[]}'), text.includes('slow') ? 200 : 0)
    })
  }).listen(Number(process.argv[1]), '127.0.0.1', () => console.log('up'))
`

it('finds the request in flight that ends a server which a supervisor restarts', async () => {
  const port = await freePort()
  let child: ChildProcess | undefined
  let isOver = false
  const start = (): ChildProcess => {
    child = spawn(process.execPath, ['-e', MORTAL, String(port)], { stdio: ['ignore', 'pipe', 'ignore'] })
    return child.on('exit', () => isOver || start())
  }
  await once(start().stdout as Readable, 'data')
  const session = new Session(targetAt(`http://127.0.0.1:${port}`), { seed: 1, runs: 1, profile: 'core' })
  const single = { retryOn: [], attempts: 1 }
  const asking = (text: string): Plan => complete({ model: 'svc/echo-1', messages: [{ role: 'user', content: text }] })
  try {
    // Only a target that has responded before can be gone.
    await session.ask({ name: 'start' }, listModels(), single)
    const slow = session.ask({ name: 'slow' }, asking('slow'), single)
    const deadly = session.ask({ name: 'deadly' }, asking('1 €'), single)
    await Promise.all([slow, deadly])
    // Drops later exchanges, as if the target had stayed down for longer.
    const since = session.exchanges.findIndex(({ role }) => role === 'alive')
    if (since >= 0) session.exchanges.splice(since)
    assert.equal((await session.live.killer(20_000))?.id, 'deadly/1')
  } finally {
    isOver = true
    child?.kill()
    await session.live.client.close()
  }
})
