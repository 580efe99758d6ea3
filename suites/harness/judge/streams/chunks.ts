/** The chunks of one stream: their shape, their order, and their content as a whole (6.3, 6.4). */
import { isObject, type Json, jsonObject } from '../../http/exact-json.ts'
import type { Payload } from '../../http/response.ts'
import { clip, judgeCount, judgeNames, judgeSchema, judgeSum, type Report } from '../bodies.ts'
import { judgeWholeChunks } from '../texts.ts'

export interface Chunk {
  readonly at: number
  readonly value: { [name: string]: Json }
  readonly text: string
  /** The value of finish_reason; absent and empty values count as null. */
  readonly finish: Json
  readonly delta: { [name: string]: Json } | undefined
}

export function chunkOf({ event, json }: Payload): Chunk | undefined {
  const value = jsonObject(json)
  if (!value) return undefined
  const choice = Array.isArray(value.choices) ? value.choices[0] : undefined
  const delta = isObject(choice) && isObject(choice.delta) ? choice.delta : undefined
  return {
    at: event.at,
    value,
    text: typeof delta?.content === 'string' ? delta.content : '',
    finish: (isObject(choice) && choice.finish_reason) || null,
    delta,
  }
}

/** Each payload has to be JSON, and a chunk as the schema describes it. */
export function judgePayloads(payloads: readonly Payload[], report: Report): void {
  const wrong = payloads.find(({ json }) => json && !jsonObject(json))
  report(
    'stream-chunk-json',
    wrong?.json && {
      message: `the payload of an event is ${wrong.json.ok ? 'JSON, but not an object' : `not JSON: ${wrong.json.reason}`}`,
      at: `byte ${wrong.event.at}`,
      actual: clip(wrong.text),
      expected: wrong.json.ok ? 'a chunk' : 'JSON, or [DONE]',
    },
  )
  const chunks = payloads.flatMap(({ event, json }) =>
    json?.ok && isObject(json.value) ? [{ body: json, offset: event.at }] : [],
  )
  judgeSchema('chat-completion-chunk', chunks, true, report)
}

/** Whether a member fills a final delta. Members that the contract lacks are allowed there, but hold nothing. */
const isFilling = ([name, value]: readonly [string, Json]): boolean =>
  name === 'role' || name === 'content' || !/^(?:null|""|\[\]|\{\})$/.test(JSON.stringify(value))

/** The order of a stream: text, then one final chunk, then no more text (6.3, 6.4). */
export function judgeOrder(chunks: readonly Chunk[], report: Report): void {
  const finals = chunks.filter((chunk) => chunk.finish !== null)
  const last = finals.at(-1)
  const withText = finals.find((chunk) => chunk !== last && chunk.text !== '')
  report(
    'stream-content',
    withText && {
      message: 'a chunk with text has a finish_reason',
      at: `byte ${withText.at}`,
      expected: 'null',
      actual: JSON.stringify(withText.finish),
    },
  )
  const bare = finals.filter((chunk) => chunk === last || chunk.text === '')
  const expected = 'one final chunk'
  if (!last) {
    const actual = `${chunks.length} chunks, none final`
    report('stream-final-chunk', { message: 'no chunk has a finish_reason', expected, actual })
    return
  }
  const message = 'several chunks have a finish_reason'
  const several = { message, at: `byte ${bare[0]?.at}`, expected, actual: `${bare.length} chunks` }
  report('stream-final-chunk', bare.length > 1 ? several : undefined)
  const received = { at: `byte ${last.at}`, actual: clip(JSON.stringify(last.delta ?? null)) }
  const texts = { message: 'the final chunk carries text', expected: 'an empty delta', ...received }
  report('stream-final-delta', last.text === '' ? undefined : texts)
  if (last.delta && last.text === '') {
    const filled = { message: 'the delta of the final chunk is not {}', expected: '{}', ...received }
    report('stream-final-delta-bare', Object.entries(last.delta).some(isFilling) ? filled : undefined)
  }
  const after = chunks.slice(chunks.indexOf(last) + 1).find((chunk) => chunk.text !== '')
  report(
    'stream-after-final',
    after && { message: 'text after the final chunk', at: `byte ${after.at}`, actual: clip(after.text) },
  )
}

/** Judges the content of the chunks of one stream: whole characters, one id, and members that completions also have. */
export function judgeContents(chunks: readonly Chunk[], report: Report): void {
  judgeWholeChunks(chunks, report)
  judgeIds(chunks, report)
  for (const { value } of chunks) {
    judgeNames(value, report)
    judgeSum(value.usage, report)
  }
  // Usage may grow from chunk to chunk: the last one has the total.
  const usage = chunks.findLast(({ value }) => isObject(value.usage))?.value.usage
  judgeCount(usage, chunks.map(({ text }) => text).join(''), report)
}

function judgeIds(chunks: readonly Chunk[], report: Report): void {
  const ids = new Set(chunks.flatMap(({ value: { id } }) => (typeof id === 'string' ? [id || '""'] : [])))
  const actual = [...ids].slice(0, 3).join(', ')
  const several = { message: `${ids.size} ids in one stream`, expected: 'one id', actual }
  if (ids.size > 0) report('stream-one-id', ids.size > 1 ? several : undefined)
}
