/**
 * Sends requests of recorded clients through the proxy to conforming gateways: no response may break anything, and
 * `judge` must find the same in the kept exchanges as the proxy.
 *
 *   npm run prove -- --callers 100000
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atOnce } from '../../../../bench/at-once.ts'
import { listVariants, startMock } from '../../../../mock/index.ts'
import { recordsOf } from '../../../../suites/harness/traffic/formats/formats.ts'
import { TrafficJudge } from '../../../../suites/harness/traffic/judge.ts'
import type { TrafficSummary } from '../../../../suites/harness/traffic/summary.ts'
import { callers, type RecordedRequest, shownValue } from '../../../../suites/harness/variation/callers.ts'
import { folder as newFolder } from '../../../cli/command.ts'
import { judgeTo } from '../../../cli/proxy/passing.ts'

const AT_ONCE = 16
/** The maximum of exchanges that wait for the judge, which drops those beyond a thousand. */
const MAX_WAITING = 500
const PROMPTS = ['Hello', 'Grüße 🌍', 'a "quoted" text\n', 'long '.repeat(900), '数据']

interface Call {
  readonly path: string
  readonly key: string
  readonly recorded: RecordedRequest
  readonly prompt: string
}

function send(agent: Agent, port: number, { path, key, recorded, prompt }: Call): Promise<void> {
  const { headers, body } = recorded
  const text = body.replace(/One word, please.*?(?=(?<!\\)")/, () => JSON.stringify(prompt).slice(1, -1))
  const own = headers.map(([name, value]): [string, string] => {
    if (/^content-length$/i.test(name)) return [name, String(Buffer.byteLength(text))]
    return [name, shownValue(value).replace('{key}', key).replace('{host}', `127.0.0.1:${port}`)]
  })
  const method = body === '' ? 'GET' : 'POST'
  return new Promise((resolve) => {
    const sent = request({ agent, port, path, method, headers: own.flat(), setDefaultHeaders: false }, (response) => {
      response.on('error', () => undefined).on('close', resolve)
      response.resume()
    })
    // Some variants end connections, which the contract allows.
    sent.on('error', () => resolve()).end(text)
  })
}

function* callsOf(count: number, paths: readonly string[], keys: readonly string[]): Generator<Call> {
  for (let made = 0; ; )
    for (const path of paths)
      for (const { requests } of callers())
        for (const [operation, recorded] of Object.entries(requests)) {
          if (operation === 'preflight') continue
          if (made >= count) return
          const [key = '', prompt = ''] = [keys[made % 7 === 0 ? 1 : 0], PROMPTS[made % PROMPTS.length]]
          yield { path: `${path}/v1/${operation === 'list' ? 'models' : 'chat/completions'}`, key, recorded, prompt }
          made += 1
        }
}

/** Without the judged counts: compressed bodies are kept as text, in which judge can judge less. */
const rowsOf = ({ requirements }: TrafficSummary): object[] => requirements.map(({ id, broken }) => ({ id, broken }))

/** @param only the variants to use; all by default */
export async function judgeCallers(count: number, only?: readonly string[]): Promise<TrafficSummary> {
  const mock = await startMock()
  const folder = newFolder()
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const proxy = await judgeTo(mock.url, { keep: { folder, files: 1000, age: 1e9 } })
  try {
    const paths = (only ?? listVariants().map(({ name }) => name)).map((name) => `/variants/${name}`)
    const calls = callsOf(count, ['', ...paths], [mock.demo.valid, mock.demo.second])
    await atOnce(AT_ONCE, calls, async (call) => {
      await send(agent, proxy.port, call)
      while (proxy.traffic.thread.waiting > MAX_WAITING) await pause(5)
    })
    while (proxy.traffic.thread.waiting > 0) await pause(5)
    assert.deepEqual([...proxy.traffic.shed], [])
    const live = await proxy.traffic.summary()
    const judge = new TrafficJudge()
    for (const name of readdirSync(folder).sort())
      for await (const seen of recordsOf(join(folder, name))) {
        assert.ok(seen, `${name} has a record that cannot be read`)
        judge.add(seen)
      }
    const kept = judge.summary()
    assert.deepEqual(rowsOf(kept), rowsOf(live as TrafficSummary))
    return kept
  } finally {
    agent.destroy()
    await Promise.all([proxy[Symbol.asyncDispose](), mock.close()])
  }
}

/** @returns whether nothing was broken. @param args `--callers N` */
export async function proveCallers(args: readonly string[]): Promise<boolean> {
  const summary = await judgeCallers(Number(args[0] ?? 100_000))
  const broken = summary.requirements.filter(({ verdict }) => verdict === 'broken')
  for (const { id, examples } of broken) console.log(`${id}: ${JSON.stringify(examples)}`)
  const held = summary.requirements.filter(({ verdict }) => verdict === 'held').length
  console.log(
    `${summary.exchanges} exchanges, ${summary.judged} judged, ${held} requirements held, ${broken.length} broken`,
  )
  for (const { id, exchanges } of summary.client) console.log(`clients: ${id} ${exchanges}`)
  return broken.length === 0
}
