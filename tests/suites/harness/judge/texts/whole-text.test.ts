import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SentRequest } from '../../../../../suites/harness/http/exchange.ts'
import type { Breach } from '../../../../../suites/harness/judge/bodies.ts'
import { judgeWholeText, sendsTornText } from '../../../../../suites/harness/judge/texts.ts'

const sent = (body: Uint8Array | string | undefined): SentRequest =>
  ({ body: typeof body === 'string' ? new TextEncoder().encode(body) : body }) as SentRequest

describe('a character that is not whole', () => {
  const torn = {
    'a lone high surrogate': '{"a":"\\ud83d"}',
    'a lone low surrogate': '{"a":"x\\uDE00"}',
    'halves in the wrong order': '{"a":"\\ude00\\ud83d"}',
    'a replacement character': '{"a":"\ufffd"}',
    'an escaped one': '{"a":"\\uFFFD"}',
    'bytes that are not UTF-8': new Uint8Array([0x22, 0xff, 0x22]),
  }
  for (const [name, body] of Object.entries(torn))
    it(`is not a fault of the gateway if the request has ${name}`, () => assert.ok(sendsTornText(sent(body))))

  for (const body of ['{"a":"\\ud83d\\ude00"}', '{"a":"😀 \\u00e9"}', undefined])
    it(`is judged after a request with ${body ?? 'no body'}`, () => assert.equal(sendsTornText(sent(body)), false))

  const breachesOf = (content: string, isCut: boolean): Breach[] => {
    const found: Breach[] = []
    judgeWholeText(content, isCut, (_, breach) => breach && found.push(breach))
    return found
  }
  it('is allowed only at the end of a text that a limit has truncated', () => {
    assert.deepEqual([breachesOf('so far\ufffd', true), breachesOf('so far\ufffd', false).length], [[], 1])
    assert.equal(breachesOf('so\ufffdfar', true).length, 1)
  })
  it('is called split only if half of it is there', () => {
    const messages = ['so\ud83dfar', 'so\ufffdfar'].map((text) => breachesOf(text, false)[0]?.message)
    const replaced = 'the text contains U+FFFD, which often replaces half of a character'
    assert.deepEqual(messages, ['a character is split', replaced])
  })
})
