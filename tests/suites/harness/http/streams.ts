/** Streams with exactly the requirements that each breaks: our reading of section 6, row by row. */
import { errorWith, MESSAGE } from './bodies.ts'
import { chunk, DONE, final, first, framed, hello, plain } from './event-writer.ts'

export interface StreamRow {
  readonly title: string
  readonly body: string | Uint8Array
  readonly breaks: readonly string[]
  readonly mediaType?: string
}

const row = (title: string, body: string | Uint8Array, ...breaks: string[]): StreamRow => ({ title, body, breaks })
/** A plain stream with other payloads between its first chunk and the end mark. */
const with_ = (title: string, payloads: readonly string[], ...breaks: string[]): StreamRow =>
  row(title, framed([first, ...payloads, DONE]), ...breaks)
const instead = (title: string, from: string, to: string, ...breaks: string[]): StreamRow =>
  row(title, framed(plain).replace(from, to), ...breaks)

const said = (text: string, set = {}): string => chunk({ text, set })
const stopping = (text: string): string => chunk({ text, finish: 'stop' })
/** A final chunk with changed members outside its choice, and one with changed members in it. */
const finished = (set: object): string => chunk({ finish: 'stop', set })
const closing = (choice: object): string => chunk({ finish: 'stop', choice })
/** A chunk with changed members in its choice, and one with changed members outside it. */
const chosen = (choice: object): string => chunk({ text: 'a', choice })
const having = (set: object): string => chunk({ set })

const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
const { total_tokens: _, ...totalless } = usage
const usageOnly = having({ choices: [], usage })
const noTokens = { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 }
const withoutId = (payload: string): string => payload.replace('cmpl-1', '')
const NOTHING = { refusal: null, tool_calls: [], audio: {}, reasoning: '' }
const CHOICE = { index: 0, delta: {}, finish_reason: null }
const ERROR = errorWith()
const helloEvent = `data: ${hello}\n\n`
const doneEvent = `data: ${DONE}\n\n`
const halves = `data: ${hello.slice(0, 1)}\ndata: ${hello.slice(1)}\n\n`
const unended = framed([first, hello, final])
const NOT_UTF_8 = Buffer.from('data: {"a":"\xc3\x28"}\n\n', 'latin1')

const framing: readonly StreamRow[] = [
  row('a plain stream', framed(plain)),
  row('CRLF line ends', framed(plain, '\r\n')),
  row('CR line ends', framed(plain, '\r')),
  row('a byte order mark', `\ufeff${framed(plain)}`),
  instead('a comment before an event', helloEvent, `: ping\n${helloEvent}`),
  instead('a comment with its own blank line', helloEvent, `: ping\n\n${helloEvent}`),
  instead('a comment inside an event', helloEvent, `: ping\ndata: ${hello}\n: pong\n\n`),
  row('a comment at the beginning', `:\n\n${framed(plain)}`),
  instead('an event without the blank line', `${hello}\n\n`, `${hello}\n`, 'stream-framing'),
  instead('a chunk and the end mark without a blank line between them', `${final}\n\n`, `${final}\n`, 'stream-framing'),
  instead('no space after the colon', `data: ${hello}`, `data:${hello}`, 'stream-framing'),
  instead('white space around the JSON of a chunk', `data: ${hello}`, `data:  \t${hello} `),
  instead('two spaces before the end mark', doneEvent, `data:  ${DONE}\n\n`, 'stream-done'),
  instead('a tab after the colon', `data: ${hello}`, `data:\t${hello}`, 'stream-framing'),
  instead('no space before the end mark', doneEvent, `data:${DONE}\n\n`, 'stream-framing'),
  instead('a field name in upper case', `data: ${hello}`, `DATA: ${hello}`, 'stream-framing'),
  instead('a space before the field name', `data: ${hello}`, ` data: ${hello}`, 'stream-framing'),
  instead('an event line', helloEvent, `event: message\n${helloEvent}`, 'stream-framing'),
  instead('an id line', helloEvent, `id: 7\n${helloEvent}`, 'stream-framing'),
  instead('a retry line as a separate event', helloEvent, `retry: 1000\n\n${helloEvent}`, 'stream-framing'),
  instead('an unframed chunk', helloEvent, `${hello}\n\n`, 'stream-framing'),
  instead('a chunk in two data lines', helloEvent, halves, 'stream-framing'),
  instead('an event with an empty payload', helloEvent, `data: \n\n${helloEvent}`, 'stream-chunk-json'),
  instead('two blank lines after an event', helloEvent, `${helloEvent}\n`, 'stream-blank-lines'),
  row('a blank line at the beginning', `\n${framed(plain)}`, 'stream-blank-lines'),
  { ...row('another media type', framed(plain), 'stream-media-type'), mediaType: 'application/json' },
]

const ends: readonly StreamRow[] = [
  row('no end mark', unended, 'stream-done'),
  instead('an end mark in lower case', DONE, '[done]', 'stream-done'),
  instead('a space after the end mark', doneEvent, `data: ${DONE} \n\n`, 'stream-done'),
  instead('no blank line after the end mark', doneEvent, `data: ${DONE}\n`, 'stream-done'),
  instead('no line end after the end mark', doneEvent, `data: ${DONE}`, 'stream-done'),
  row('the last chunk without its blank line, and no end mark', unended.slice(0, -1), 'stream-done', 'stream-framing'),
  row('a final chunk only after the end mark', framed([first, hello, DONE, final]), 'stream-after-done'),
  row('two end marks', framed([...plain, DONE]), 'stream-after-done'),
  row('a chunk after the end mark', framed([...plain, hello]), 'stream-after-done'),
  row('a broken chunk after the end mark', `${framed(plain)}data:{"id":\n\n`, 'stream-after-done'),
  row('a comment after the end mark', `${framed(plain)}: bye\n\n`, 'stream-after-done'),
  row('an empty line after the end mark', `${framed(plain)}\n`, 'stream-blank-lines'),
  row('a chunk without a choice after the end mark', framed([...plain, usageOnly]), 'stream-after-done'),
]

const order: readonly StreamRow[] = [
  with_('a response without text', [final]),
  with_('a text of many chunks', [...'Grüße 😀'].map((text) => said(text)).concat(final)),
  with_('a chunk with an empty text', [said(''), hello, final]),
  with_('a chunk with an empty delta', [chunk({}), hello, final]),
  with_('a role in every delta', [chunk({ delta: { role: 'assistant', content: 'a' } }), final]),
  with_('no final chunk', [hello], 'stream-final-chunk'),
  with_('two final chunks', [hello, final, final], 'stream-final-chunk'),
  with_('a final chunk with text', [stopping('Hello')], 'stream-final-delta'),
  with_('a text with a finish_reason before the final chunk', [stopping('Hello'), final], 'stream-content'),
  with_('text after the final chunk', [final, hello], 'stream-after-final'),
  with_('an empty text in the final chunk', [hello, stopping('')], 'stream-final-delta-bare'),
  with_('a role in the final chunk', [hello, first.replace('null', '"length"')], 'stream-final-delta-bare'),
  with_('extra members that hold nothing in the final chunk', [hello, closing({ delta: NOTHING })]),
  with_('an extra member with a value', [hello, closing({ delta: { ...NOTHING, a: 1 } })], 'stream-final-delta-bare'),
  with_('two ids', [hello, finished({ id: 'cmpl-2' })], 'stream-one-id'),
  with_('created and model that change', [hello, finished({ created: 8 })]),
  // Only checks that request a model compare it.
  with_('another model', [hello, finished({ model: 'svc/other' })]),
  with_('a replacement character', [said('a\ufffd'), final], 'stream-text-whole'),
  with_('half a surrogate pair', [said('a\ud83d'), said('\ude00'), final], 'stream-text-whole'),
]

const shapes: readonly StreamRow[] = [
  with_('usage in a chunk without a choice', [hello, final, usageOnly]),
  with_('usage in the final chunk', [hello, finished({ usage })]),
  with_('usage that grows with each chunk', [said('Hello', { usage: noTokens }), finished({ usage })]),
  with_('usage that does not count the text', [said('a', { usage }), finished({ usage: noTokens })], 'usage-not-zero'),
  with_('usage null', [hello, finished({ usage: null })]),
  with_('a chunk without a choice at the beginning', [having({ choices: [] }), hello, final]),
  with_('other members of chunk and delta', [
    chunk({ delta: { content: 'a', refusal: null }, set: { system_fingerprint: 'f' } }),
    final,
  ]),
  with_('a total that is not a sum', [hello, finished({ usage: { ...usage, total_tokens: 4 } })], 'usage-total-sum'),
  with_('usage without a total', [hello, finished({ usage: totalless })], 'usage-total-tokens'),
  with_(
    'a finish_reason that the contract lacks',
    [hello, chunk({ finish: 'tool_calls' })],
    'chunk-choice-finish-reason',
  ),
  with_('no finish_reason', [chosen({ finish_reason: undefined }), final], 'chunk-choice-finish-reason'),
  with_('a second choice', [having({ choices: [CHOICE, CHOICE] }), final], 'chunk-choices'),
  with_('index 1', [chosen({ index: 1 }), final], 'chunk-choice-index'),
  with_('logprobs in a choice', [chosen({ logprobs: null }), final], 'chunk-choice-closed'),
  with_(
    'a message instead of the delta',
    [chosen({ delta: undefined, message: MESSAGE }), final],
    'chunk-choice-closed',
    'chunk-choice-delta',
  ),
  with_('a final chunk without a delta', [hello, closing({ delta: undefined })], 'chunk-choice-delta'),
  with_('a final chunk with null as its delta', [hello, closing({ delta: null })], 'chunk-choice-delta'),
  with_('an id that is empty', [hello, final].map(withoutId), 'completion-id-filled', 'stream-one-id'),
  with_('created beyond 2^63 - 1', [hello.replace(':7,', ':9223372036854775808,'), final], 'chunk-created'),
  with_('created at 2^63 - 1', [hello.replace(':7,', ':9223372036854775807,'), final]),
  with_('half a chunk', [hello.slice(0, -9), hello, final], 'stream-chunk-json'),
  with_('plain text as a payload', ['Hello', final], 'stream-chunk-json'),
  with_('null as a payload', ['null', hello, final], 'stream-chunk-json'),
  row(
    'a payload that is not UTF-8',
    Buffer.concat([Buffer.from(framed([first])), NOT_UTF_8, Buffer.from(framed([hello, final, DONE]))]),
    'stream-chunk-json',
  ),
  with_('an error after the start', [hello, ERROR]),
]

export const streams: readonly StreamRow[] = [...framing, ...ends, ...order, ...shapes]
