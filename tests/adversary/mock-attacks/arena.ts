/** Helpers to attack a mock, and to check that the mock and its other clients are unharmed. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { breachesOf, only } from '../../../bench/fuzz/responses/judgement.ts'
import { converse, readResponses } from '../../../bench/fuzz/responses/wire-responses.ts'
import type { MockServer } from '../../../mock/index.ts'
import { demo, models, post, valid } from '../../mock/asking.ts'

const crashes: unknown[] = []
process.on('uncaughtExceptionMonitor', (error) => crashes.push(error))
process.on('unhandledRejection', (error) => crashes.push(error))

export const HOST = 'Host: gateway.test\r\n'
export const KEY = `Authorization: Bearer ${demo.valid}\r\n`
export const CLOSE = 'Connection: close\r\n'
export const BODY = JSON.stringify(valid())

/** The head of a completion with these header lines after host and key. */
export const posting = (lines: string, key = KEY): string => head('POST /v1/chat/completions HTTP/1.1', key + lines)

/** A complete request for the model list with these header lines after host and key. */
export const listing = (lines: string, first = 'GET /v1/models HTTP/1.1', key = KEY): string => head(first, key + lines)

const head = (first: string, lines: string): string => `${first}\r\n${HOST}${lines}\r\n`

/** A complete request for a stream with another key. */
export function streaming(key: string, lines = '', fields: object = {}): string {
  const body = JSON.stringify(valid({ stream: true, ...fields }))
  return posting(`Content-Length: ${body.length}\r\n${lines}`, `Authorization: Bearer ${key}\r\n`) + body
}

/** Sends characters as bytes, and judges the responses. @param half half-closes at once, in the middle of a request */
export async function attack(port: number, pieces: readonly string[], half = false) {
  const sent = pieces.map((piece) => Buffer.from(piece, 'latin1'))
  const { bytes, end } = await converse(port, sent, !half)
  const { responses, rest } = readResponses(bytes)
  assert.equal(rest, undefined)
  const plain = responses.map(({ status, headers, body }) => ({ status, headers, body: body.toString() }))
  for (const response of plain) assert.deepEqual(breachesOf(response), [])
  const ids = plain.map((response) => only(response, 'x-svc-request-id'))
  assert.equal(new Set(ids).size, plain.length)
  return { responses: plain, end }
}

/** Everything that is received until the connection ends. A client that is still sending then may see an error. */
export function receivedBy(socket: Socket): Promise<Buffer> {
  const received: Buffer[] = []
  socket.on('data', (bytes) => received.push(bytes)).on('error', () => socket.destroy())
  return new Promise((resolve) => socket.on('close', () => resolve(Buffer.concat(received))))
}

/** Asserts that the bytes are one response with this status, which keeps the rules for every response. */
export function assertOnly(bytes: Buffer, status: number): void {
  const { responses, rest } = readResponses(bytes)
  assert.equal(rest, undefined)
  assert.deepEqual(
    responses.map((response) => [response.status, breachesOf({ ...response, body: response.body.toString() })]),
    [[status, []]],
  )
}

/** Asserts that another client is still served, and that there was no uncaught error. */
export async function assertUnharmed(mock: MockServer): Promise<void> {
  assert.equal((await models(mock.url)).status, 200)
  assert.equal((await post(mock.url, valid())).status, 200)
  assert.match((await post(mock.url, valid({ stream: true }))).text, /data: \[DONE\]\n\n$/)
  assert.deepEqual(crashes, [])
}
