import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../bench/fuzz/requests/completion-text.ts'
import { looksLikeSse, readSse, type SseBody } from '../../../../suites/harness/http/sse.ts'
import { cpuTime } from '../../../cpu-time.ts'
import { membersOf } from '../members.ts'
import { framed } from './event-writer.ts'

const read = (text: string): SseBody => readSse(Buffer.from(text))
const payloads = (text: string): string[] => read(text).events.map(({ payload }) => payload)

test('lists events with the offset of their first byte', () => {
  const { events } = read('data: ü\n\n: ping\n\ndata: b\n\n')
  assert.deepEqual(membersOf(events, 'at'), [0, 18])
  assert.deepEqual(membersOf(events, 'payload'), ['ü', 'b'])
  assert.deepEqual(membersOf(events, 'ended'), [true, true])
})

test('an event at the end of the body may lack its blank line', () => {
  for (const end of ['', '\n'])
    assert.deepEqual(membersOf(read(`data: a\n\ndata: b${end}`).events, 'ended'), [true, false])
})

test('reads the payloads that a lenient client would read', () => {
  assert.deepEqual(payloads('data:a\n\ndata:  b\n\ndata\n\n'), ['a', ' b', ''])
  assert.deepEqual(payloads('data: a\ndata: b\n\n'), ['a\nb'])
  assert.deepEqual(payloads('event: e\ndata: a\nid: 1\n\n'), ['a'])
})

test('reads payloads with a malformed frame', () => {
  assert.deepEqual(payloads('{"a":1}\n\nDATA {"b":2}\n\n  [3]\n\n'), ['{"a":1}', '{"b":2}', '[3]'])
  assert.deepEqual(payloads('DATA:{"a":1}\n\nData : {"b":2}\n\ndata[3]\n\n'), ['{"a":1}', '{"b":2}', '[3]'])
})

test('each line except a single data line is a violation, with its byte offset', () => {
  const breaches = (text: string): number[] => read(text).events.flatMap((event) => event.breaches.map(({ at }) => at))
  assert.deepEqual(breaches('data: a\n\n'), [])
  assert.deepEqual(breaches('event: x\ndata:a\nid: 1\nretry: 2\n\n'), [0, 9, 16, 22])
  assert.deepEqual(breaches('data: a\ndata: b\n\n'), [8])
})

for (const [text, lineEnds] of [
  ['data: a\n\n', 'lf'],
  ['data: a\r\n\r\n', 'crlf'],
  ['data: a\r\r', 'cr'],
  ['data: a\r\n\n', 'mixed'],
  ['data: a', 'none'],
  ['', 'none'],
] as const)
  test(`${JSON.stringify(text)} has line ends of the kind ${lineEnds}`, () =>
    assert.equal(read(text).freedoms.lineEnds, lineEnds))

test('lists comments by byte offset, and does not report their blank lines as extra', () => {
  const { freedoms, events } = read(': a\n\n: b\n: c\n\ndata: x\n: d\n\n')
  assert.deepEqual([freedoms.comments, freedoms.extraBlankLines, events.length], [[0, 5, 9, 22], [], 1])
})

test('lists extra blank lines by byte offset', () =>
  assert.deepEqual(read('\ndata: a\n\n\n\ndata: b\n\n').freedoms.extraBlankLines, [0, 10, 11]))

test('a byte order mark is not part of the first line', () => {
  const { freedoms, events } = read('\ufeffdata: a\n\n')
  assert.equal(freedoms.bom, true)
  assert.deepEqual(membersOf(events, 'at', 'payload', 'breaches'), [[3, 'a', []]])
})

test('marks an event with a line that is not UTF-8', () => {
  const body = Buffer.concat([Buffer.from('data: a'), Buffer.from([0xff]), Buffer.from('\n\ndata: b\n\n')])
  assert.deepEqual(membersOf(readSse(body).events, 'utf8'), [false, true])
})

const line = fc
  .string({ unit: anyCharacter })
  .filter((text) => !/[\r\n]/.test(text) && text.isWellFormed() && !text.startsWith(' ') && !text.startsWith('\ufeff'))

test('reads framed payloads unchanged and without a violation', () => {
  const property = fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), (texts, lineEnd) => {
    const { events, freedoms } = read(framed(texts, lineEnd))
    assert.deepEqual(membersOf(events, 'payload'), texts)
    assert.ok(events.every(({ breaches, ended, utf8 }) => breaches.length === 0 && ended && utf8))
    assert.deepEqual(freedoms.extraBlankLines, [])
  })
  fc.assert(property)
})

test('reads any bytes, and reports offsets within them', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    const { events } = readSse(bytes)
    for (const { at, breaches } of events) for (const one of [{ at }, ...breaches]) assert.ok(one.at < bytes.length)
  })
  fc.assert(property)
})

for (const [text, verdict] of [
  ['data: {}\n\n', true],
  ['data:{}', true],
  [': ping\n\ndata: {}\n\n', true],
  ['event: x\nid: 1\ndata: {}\n\n', true],
  ['\ufeff\n\ndata: {}', true],
  ['{"data":"data: x"}', false],
  ['', false],
  ['<html>\ndata: x</html>', false],
  ['the event: a page\ndata: x', false],
] as const)
  test(`${JSON.stringify(text)} ${verdict ? 'looks' : 'does not look'} like an event stream`, () =>
    assert.equal(looksLikeSse(Buffer.from(text)), verdict))

// A quadratic algorithm would take many minutes here on any machine.
test('reads any long body quickly', () => {
  const started = cpuTime()
  for (const text of [
    ': '.repeat(500_000),
    '\n'.repeat(1_000_000),
    ' '.repeat(1_000_000),
    `data${' '.repeat(1_000_000)}`,
    `DATA${' '.repeat(500_000)}:${' '.repeat(500_000)}`,
    ': a\n'.repeat(250_000),
    ': a\n\n'.repeat(200_000),
  ]) {
    looksLikeSse(Buffer.from(text))
    readSse(Buffer.from(text))
  }
  assert.ok(cpuTime() - started < 60_000, `${cpuTime() - started} ms`)
})
