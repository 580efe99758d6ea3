/** The proxy judges the traffic of callers, and never alters it. */
import assert from 'node:assert/strict'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { metricsOf, openAdmin } from '../../../cli/commands/proxy/admin.ts'
import { keeperIn } from '../../../cli/commands/proxy/judging/keep.ts'
import { Memory } from '../../../cli/commands/proxy/judging/recorder.ts'
import { JudgingThread } from '../../../cli/commands/proxy/judging/thread.ts'
import { reportOf } from '../../../cli/commands/proxy/proxy.ts'
import { startMock } from '../../../mock/index.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import { recordsOf } from '../../../suites/harness/traffic/formats/formats.ts'
import type { SeenExchange } from '../../../suites/harness/traffic/seen.ts'
import { allChecks } from '../../../suites/index.ts'
import { cheatingGateway, type Rule } from '../../adversary/cheats/gateway.ts'
import { type Alter, alteredMock } from '../../integration/drivers/altered-mock.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'
import { exits, folder } from '../command.ts'
import { textAt } from '../files.ts'
import { judgeTo } from './passing.ts'

const PROMPT = 'a prompt that must not be kept'
const body = JSON.stringify({ model: 'svc/echo-1', stream: true, messages: [{ role: 'user', content: PROMPT }] })

async function ask(url: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })).text()
}

/** Polls until there is a value, because the judge runs in another thread. */
async function until<T>(get: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const value = await get()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The summary, once `count` exchanges are judged; by default any number. */
const judgedBy = ({ traffic }: Awaited<ReturnType<typeof judgeTo>>, count?: number) =>
  until(async () => {
    const summary = await traffic.summary()
    return summary?.judged && (count ?? summary.judged) === summary.judged ? summary : undefined
  })

test('judges each exchange, and finds nothing in a conforming gateway', async () => {
  await using mock = await startMock()
  await using proxy = await judgeTo(mock.url)
  for (let at = 0; at < 5; at += 1) assert.match(await ask(proxy.url, mock.key), /\[DONE\]/)
  const summary = await judgedBy(proxy, 5)
  const broken = summary.requirements.filter(({ broken }) => broken > 0)
  assert.deepEqual(broken, [])
  assert.equal(proxy.traffic.memory.held, 0)
})

test('detects a gateway that conforms only for the key of the run, by the traffic of other keys', async () => {
  await using mock = await startMock()
  const isRun: Rule = ({ head }) => head.headers.authorization !== `Bearer ${mock.demo.second}`
  await using cheat = await cheatingGateway(mock.url, isRun, 0)
  const target = { ...gatewayTarget(mock), baseUrl: cheat.url, keys: { valid: mock.demo.valid } }
  const { conclusion } = await certify({ target, checks: allChecks, profile: 'smoke' })
  assert.equal(conclusion, 'conformant')
  const keep = { folder: folder(), files: 2, age: 1e9 }
  await using proxy = await judgeTo(cheat.url, { keep })
  await ask(proxy.url, mock.demo.second)
  await judgedBy(proxy)
  const { stdout } = await exits(1, ['judge', join(keep.folder, readdirSync(keep.folder)[0] ?? '')])
  assert.match(stdout, /✖ stream-started/)
})

test('reports and counts a violation without keeping a key or a text', async () => {
  // Its streams lack [DONE], and contain the key.
  const echo: Alter = (response, { headers }) => {
    response.body = Buffer.from(`${response.body}: ${headers.authorization}\n\n`)
  }
  await using gateway = await alteredMock(echo, { faults: ['stream-done-missing'] })
  const key = gateway.demo.valid
  await using proxy = await judgeTo(gateway.url)
  await ask(proxy.url, key)
  const summary = await judgedBy(proxy)
  const broken = summary.requirements.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
  assert.ok(broken.includes('stream-done'), broken.join())
  const said = JSON.stringify([reportOf(proxy.traffic, summary), proxy.traffic.findings, proxy.news])
  assert.ok(!said.includes(key) && !said.includes(PROMPT), said)
  const metrics = metricsOf(proxy.traffic, summary)
  assert.match(metrics, /^svc_proxy_broken_total\{requirement="stream-done",level="must"\} 1$/m)
  assert.match(metrics, /^gen_ai_server_request_duration_seconds_count\{.*gen_ai_request_model="svc\/echo-1"\} 1$/m)
  assert.match(metrics, /# EOF\n$/)
})

test('restarts a judge that fails, keeps its findings, and passes traffic meanwhile', async () => {
  await using mock = await startMock()
  await using proxy = await judgeTo(mock.url)
  await ask(proxy.url, mock.key)
  await judgedBy(proxy, 1)
  // No recorder makes an exchange without a URL, so that the judge fails like any code with a defect.
  proxy.traffic.thread.add({ where: 'a defect', request: {} as SeenExchange['request'] }, 0)
  await until(() => (proxy.traffic.thread.restarts === 1 ? true : undefined))
  assert.match(await ask(proxy.url, mock.key), /\[DONE\]/)
  const shed = (): number => proxy.traffic.shed.get('worker') ?? 0
  await until(async () => ((await proxy.traffic.summary())?.judged === 3 - shed() ? true : undefined))
  await ask(proxy.url, mock.key)
  assert.match(proxy.news.join(), /The judge has failed \([^)]*undefined[^)]*\)*; traffic goes on/)
  const isBroken = (await proxy.traffic.summary())?.requirements.some(({ broken }) => broken > 0)
  assert.equal(isBroken, false)
})

test('counts exchanges that exceed the queue of the judge, and frees their memory', async () => {
  const memory = new Memory(1e9)
  const shed: string[] = []
  let judged = 0
  const orders = { target: undefined, keep: undefined, record: undefined }
  const thread = new JudgingThread(orders, memory, {
    judged: () => void (judged += 1),
    shed: (why) => void shed.push(why),
    news: () => undefined,
  })
  // In one loop, so the thread cannot respond before it ends.
  for (let at = 0; at < 1003; at += 1) {
    memory.take(10)
    thread.add({ where: `${at}`, request: { method: 'GET', url: '/v1/models' }, response: { status: 200 } }, 10)
  }
  assert.deepEqual(shed, ['queue', 'queue', 'queue'])
  await until(() => (judged === 1000 ? true : undefined))
  assert.equal(memory.held, 0)
  await thread.close()
})

test('limits kept files by number, age and size, and leaves other files alone', () => {
  const out = folder()
  const names = ['other.txt', ...[1, 2, 3, 4].map((at) => `traffic-100000000000${at}.ndjson`)]
  for (const name of names) writeFileSync(join(out, name), '')
  utimesSync(join(out, 'traffic-1000000000003.ndjson'), 1, 1)
  const failed: string[] = []
  const keep = keeperIn({ folder: out, files: 3, age: 60_000, bytes: 1 }, (reason) => failed.push(reason))
  const add = (where: string): void => {
    const before = Date.now()
    // The name of a file is its time in milliseconds.
    while (Date.now() === before);
    keep({ where, request: { method: 'GET', url: `/v1/models?${where}` } })
  }
  add('first')
  const left = readdirSync(out).sort()
  assert.deepEqual([left.length, left[0], left[1]], [3, 'other.txt', 'traffic-1000000000004.ndjson'])
  for (const where of ['second', 'third', 'fourth']) add(where)
  const texts = readdirSync(out)
    .sort()
    .map((name) => textAt(out, name))
  assert.deepEqual([texts.length, failed], [4, []])
  const queries = texts.slice(1).map((text) => /\?(\w+)/.exec(text)?.[1])
  assert.deepEqual(queries, ['second', 'third', 'fourth'])
})

test('passes and counts an exchange that exceeds the memory', async () => {
  await using mock = await startMock()
  await using proxy = await judgeTo(mock.url, { memory: 300 })
  assert.match(await ask(proxy.url, mock.key), /\[DONE\]/)
  assert.equal(proxy.traffic.shed.get('memory'), 1)
  assert.equal(proxy.traffic.memory.held, 0)
})

test('a sample by project includes all exchanges of a key or none', async () => {
  await using mock = await startMock()
  await using proxy = await judgeTo(mock.url, { sample: 0.5, sampleBy: 'project' })
  for (let at = 0; at < 6; at += 1) await ask(proxy.url, mock.key)
  assert.ok([0, 6].includes([...proxy.traffic.passed.values()].reduce((sum, count) => sum + count, 0)))
})

test('keeps bodies without keys in the folder to keep, and reports a folder that cannot be written', async () => {
  await using mock = await startMock()
  const out = folder()
  const keep = { folder: join(out, 'kept'), files: 2, age: 1e9 }
  await using proxy = await judgeTo(mock.url, { keep })
  await ask(proxy.url, mock.key)
  await judgedBy(proxy)
  const [name = ''] = readdirSync(keep.folder)
  const text = textAt(keep.folder, name)
  assert.ok(text.includes(PROMPT) && !text.includes(mock.key))
  const { value } = await recordsOf(join(keep.folder, name)).next()
  const seen = value as SeenExchange | undefined
  assert.ok(seen?.request.body && 'bytes' in seen.request.body && seen.response?.body && 'bytes' in seen.response.body)
  const blocked = join(out, 'file')
  writeFileSync(blocked, '')
  await using other = await judgeTo(mock.url, { keep: { ...keep, folder: blocked } })
  assert.match(await ask(other.url, mock.key), /\[DONE\]/)
  await until(() => other.news.find((sentence) => /cannot be written \(EEXIST\)/.test(sentence)))
})

test('the admin port serves metrics, a report and a page, and requires its token if it has one', async () => {
  await using mock = await startMock()
  await using proxy = await judgeTo(mock.url)
  const open = await openAdmin(proxy.traffic, { port: 0, host: '127.0.0.1', token: undefined })
  const closed = await openAdmin(proxy.traffic, { port: 0, host: '127.0.0.1', token: 'a-token-of-this-test' })
  assert.match(await (await fetch(open.url)).text(), /Judged traffic/)
  const type = (await fetch(`${open.url}/metrics`)).headers.get('content-type')
  assert.equal(type, 'application/openmetrics-text; version=1.0.0; charset=utf-8')
  assert.equal(faultBySchema('traffic#/$defs/proxy', await (await fetch(`${open.url}/report`)).json()), undefined)
  await ask(proxy.url, mock.key)
  await judgedBy(proxy)
  assert.equal(faultBySchema('traffic#/$defs/proxy', await (await fetch(`${open.url}/report`)).json()), undefined)
  assert.equal((await fetch(`${closed.url}/metrics`)).status, 401)
  const headers = { authorization: 'Bearer a-token-of-this-test' }
  assert.equal((await fetch(`${closed.url}/metrics`, { headers })).status, 200)
  open.close()
  closed.close()
})
