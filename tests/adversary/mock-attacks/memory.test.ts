/** The memory that is still used after an attack must not grow with the length of the attack. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { held } from '../../../bench/fuzz/responses/outcome.ts'
import { converse } from '../../../bench/fuzz/responses/wire-responses.ts'
import { demo, mockForFile, post } from '../../mock/asking.ts'
import { assertUnharmed, CLOSE, HOST, listing, posting } from './arena.ts'

const mock = await mockForFile()

/** The maximum bytes of the journal, which keeps a thousand entries by default. */
const MAX = 1_000 * 16 * 1024

const say = async (text: string): Promise<void> => void (await converse(mock.port, [Buffer.from(text, 'latin1')]))

/** Resets the connection in the middle of a request. */
function abandon(text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(mock.port, '127.0.0.1', () => socket.write(text, 'latin1', () => socket.resetAndDestroy()))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve())
  })
}

let serial = 0
/** A text that is different for each request. */
const fresh = (): string => `n${(serial += 1)}`
const long = (): string => `${fresh()}${'x'.repeat(200_000)}`

const ATTACKS: readonly (readonly [title: string, attack: () => Promise<unknown>])[] = [
  ['malformed messages', () => post(mock.url, `{"model":"${fresh()}","messages":[${'1,'.repeat(100_000)}1]}`)],
  ['long names of unknown fields', () => post(mock.url, `{"${long()}":1}`)],
  ['long models', () => post(mock.url, { model: `svc/${long()}`, messages: [{ role: 'user', content: fresh() }] })],
  ['long texts', () => post(mock.url, { model: demo.chat, messages: [{ role: 'user', content: long() }] })],
  [
    'long texts that are refused',
    () => post(mock.url, { model: demo.chat, n: 2, messages: [{ role: 'user', content: long() }] }),
  ],
  ['bodies above the limit', () => post(mock.url, `"${fresh()}${'x'.repeat(1_100_000)}"`)],
  [
    'a new key each time',
    () => say(listing(CLOSE, undefined, `Authorization: Bearer svc_${fresh()}_${'k'.repeat(8_000)}\r\n`)),
  ],
  ['a new path each time', () => say(listing(CLOSE, `GET /v1/embeddings?${fresh()}${'q'.repeat(8_000)} HTTP/1.1`))],
  ['a new unknown fault each time', () => say(listing(CLOSE, `GET /faults/${fresh()}/v1/models HTTP/1.1`))],
  ['a new value of X-Test-Fault each time', () => say(listing(`X-Test-Fault: ${fresh()}\r\n${CLOSE}`))],
  ['garbage', () => say(`${fresh()}\r\n\r\n`)],
  ['abandoned heads', () => abandon(`GET /v1/models HTTP/1.1\r\n${HOST}X-A: ${fresh()}`)],
  ['abandoned bodies', () => abandon(`${posting('Content-Length: 1000000\r\n')}"${long()}`)],
]

for (const [title, attack] of ATTACKS) {
  test(`${title}: at most the journal takes more memory`, async () => {
    const round = async (): Promise<number> => {
      for (let time = 0; time < 50; time += 1) await attack()
      return held()
    }
    const first = await round()
    const second = await round()
    assert.ok(second - first < MAX / 20, `${Math.round((second - first) / 1024)} KiB more after 50 of them`)
  })
}

test('the mock still responds', () => assertUnharmed(mock))
