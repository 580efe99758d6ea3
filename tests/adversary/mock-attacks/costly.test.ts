/**
 * Bodies just below 1 MiB that cause the maximum amount of work. Code with quadratic time would take hours, so a
 * generous time limit suffices.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breachesOf } from '../../../bench/fuzz/responses/judgement.ts'
import { demo } from '../../../mock/index.ts'
import { mockForFile, post } from '../../mock/asking.ts'

const mock = await mockForFile()

const ROOM = 1_040_000
const MESSAGE = '{"role":"user","content":"x"}'
const BEGIN = `{"model":"${demo.chat}","messages":[${MESSAGE}]`
const withMessages = (messages: string): string => `{"model":"${demo.chat}","messages":[${messages}]}`

/** Repeats a text as often as it fits into a body. */
const many = (thing: string): string => thing.repeat(Math.floor(ROOM / thing.length))
const deep = (open: string, close: string): string => {
  const levels = Math.floor(ROOM / (open.length + close.length))
  return `${open.repeat(levels)}1${close.repeat(levels)}`
}

const BODIES: readonly (readonly [title: string, body: string, status: number])[] = [
  ['an integer with zeros inside', `${BEGIN},"max_tokens":1${many('0')}1}`, 400],
  ['an integer of nines', `${BEGIN},"max_tokens":${many('9')}}`, 400],
  ['an exponent of nines', `${BEGIN},"max_tokens":1e${many('9')}}`, 400],
  ['a negative exponent of nines', `${BEGIN},"n":1e-${many('9')}}`, 400],
  ['a fraction with zeros inside', `${BEGIN},"temperature":0.${many('0')}1}`, 200],
  ['many long numbers', `${BEGIN},"stop":[${many('1234567890123456789,')}1]}`, 400],
  ['arrays in arrays', `${BEGIN},"stop":${deep('[', ']')}}`, 400],
  ['arrays in arrays and a long number', `${BEGIN},"max_tokens":12345678901234567890,"stop":${deep('[', ']')}}`, 400],
  ['objects in objects', `${BEGIN},"stop":${deep('{"a":', '}')}}`, 400],
  ['arrays that never close', many('['), 400],
  ['malformed messages', withMessages(`${many('1,')}1`), 400],
  ['empty messages', withMessages(`${many('{},')}{}`), 400],
  ['small messages', withMessages(many(`${MESSAGE},`).slice(0, -1)), 200],
  ['one name over and over', `{${many(`"model":"${demo.chat}",`)}"messages":[${MESSAGE}]}`, 200],
  ['many unknown fields', `${BEGIN}${Array.from({ length: 60_000 }, (_, at) => `,"field-${at}":1`).join('')}}`, 400],
  ['one long unknown field', `${BEGIN},"${many('x')}":1}`, 400],
  ['a long model', `{"model":"svc/${many('x')}","messages":[${MESSAGE}]}`, 404],
  ['a long malformed model', `{"model":"svc/${many('x')}!","messages":[${MESSAGE}]}`, 400],
  ['a long stop', `${BEGIN},"stop":"${many('x')}"}`, 200],
  [
    'a long text as a stream',
    `{"model":"${demo.chat}","stream":true,"messages":[{"role":"user","content":"${many('a b ')}"}]}`,
    200,
  ],
  ['white space', many(' \n'), 400],
]

for (const [title, body, status] of BODIES) {
  test(`${title} gives ${status}`, { timeout: 60_000 }, async () => {
    const { headers, ...received } = await post(mock.url, body)
    assert.equal(received.status, status)
    assert.deepEqual(breachesOf({ status, headers: [...headers], body: received.text }), [])
    assert.ok(received.text.length < 100_000)
  })
}
