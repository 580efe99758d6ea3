/** Section 6 on one streamed answer: framing byte by byte, then the order of its chunks. */

import { isStream, type Payload, streamOf } from '../http/answer.ts'
import { isObject, type Json } from '../http/exact-json.ts'
import type { Answer, Exchange } from '../http/exchange.ts'
import type { SseBody, SseEvent } from '../http/sse.ts'
import { clip, excerpt, judgeNames, judgeSum, type Report } from './bodies.ts'
import type { Finding } from './finding.ts'
import { evidenced, schemaBreaches } from './schema.ts'

/** Tries of one request after which chance is no explanation any more. */
const TRIES = 6

function wasCut({ answer, failure }: Exchange): boolean {
  if (answer?.status !== 200 || answer.complete || !isStream(answer)) return false
  return failure?.code !== 'TIMEOUT' && failure?.code !== 'TOO_LARGE'
}

/** 6.5 on requests whose streams were cut off in every try. */
export function judgeLosses(exchanges: readonly Exchange[]): Finding[] {
  const tries = Map.groupBy(exchanges, ({ id }) => id.slice(0, id.lastIndexOf('/')))
  for (const same of tries.values()) {
    if (same.length < TRIES || !same.every(wasCut)) continue
    return [
      {
        requirement: 'stream-done',
        outcome: 'fail',
        message: `the connection was lost before [DONE] in each of ${same.length} tries of one request`,
        expected: 'data: [DONE] and a blank line',
        actual: same[0]?.failure?.message ?? 'the connection was closed',
        exchanges: same.slice(0, 3).map(({ id }) => id),
      },
    ]
  }
  return []
}

interface Chunk {
  readonly at: number
  readonly value: Json
  readonly text: string
  /** The value of finish_reason, with absence and emptiness read as null. */
  readonly finish: Json
  readonly delta: { [name: string]: Json } | undefined
}

function judgeFraming(events: readonly SseEvent[], payloads: readonly Payload[], report: Report): void {
  // What stands after the end mark is another requirement's matter.
  const done = payloads.find((payload) => payload.done)?.event
  const own = done ? events.slice(0, events.indexOf(done) + 1) : events
  const lines = own.flatMap((event) => event.breaches)
  const last = own.at(-1)
  const isDone = (event: SseEvent | undefined): boolean =>
    payloads.some((payload) => payload.event === event && payload.done)
  const open =
    last && !last.ended && !isDone(last) ? [{ at: last.at, message: 'the last event has no blank line after it' }] : []
  const [breach] = [...lines, ...open].sort((a, b) => a.at - b.at)
  report(
    'stream-framing',
    breach
      ? { message: breach.message, at: `byte ${breach.at}`, expected: 'data: <JSON>, and a blank line' }
      : undefined,
  )
}

function judgeExtraBlankLines(offsets: readonly number[], report: Report): void {
  const [at] = offsets
  report(
    'stream-blank-lines',
    at === undefined ? undefined : { message: 'a blank line that ends no event', at: `byte ${at}` },
  )
}

function judgeChunks(payloads: readonly Payload[], report: Report): void {
  const broken = new Map<string, Parameters<Report>[1]>()
  let unreadable: Parameters<Report>[1]
  for (const { event, text, json } of payloads) {
    if (!json) continue
    if (json.ok && !isObject(json.value)) {
      unreadable ??= {
        message: 'the payload of an event is JSON, but no object',
        at: `byte ${event.at}`,
        actual: clip(text),
        expected: 'a chunk',
      }
      continue
    }
    if (!json.ok) {
      unreadable ??= {
        message: `the payload of an event is not JSON: ${json.reason}`,
        at: `byte ${event.at}`,
        actual: clip(text),
        expected: 'JSON, or [DONE]',
      }
      continue
    }
    for (const { requirement, message, expected, at } of schemaBreaches('chat-completion-chunk', json.value)) {
      if (broken.has(requirement)) continue
      broken.set(requirement, {
        message: `event at byte ${event.at}: ${message}`,
        expected,
        at: `byte ${event.at}, ${at}`,
        actual: excerpt(json.value, at),
      })
    }
  }
  report('stream-chunk-json', unreadable)
  for (const [requirement, breach] of broken) report(requirement, breach)
  const shown = payloads.flatMap(({ json }) =>
    json?.ok && isObject(json.value) ? [...evidenced('chat-completion-chunk', json.value)] : [],
  )
  for (const requirement of new Set(shown)) if (!broken.has(requirement)) report(requirement)
}

function chunkOf({ event, json }: Payload): Chunk | undefined {
  if (!json?.ok || !isObject(json.value)) return undefined
  const choice = Array.isArray(json.value.choices) ? json.value.choices[0] : undefined
  const delta = isObject(choice) && isObject(choice.delta) ? choice.delta : undefined
  return {
    at: event.at,
    value: json.value,
    text: typeof delta?.content === 'string' ? delta.content : '',
    finish: (isObject(choice) && choice.finish_reason) || null,
    delta,
  }
}

/** The order of a stream: text, then one final chunk, then no more text (6.3, 6.4). */
function judgeOrder(chunks: readonly Chunk[], report: Report): void {
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
  if (!last)
    report('stream-final-chunk', {
      message: 'no chunk has a finish_reason',
      expected: 'one final chunk',
      actual: `${chunks.length} chunks, none final`,
    })
  else
    report(
      'stream-final-chunk',
      bare.length > 1
        ? {
            message: `${bare.length} chunks have a finish_reason`,
            at: `byte ${bare[0]?.at}`,
            expected: 'one final chunk',
            actual: String(bare.length),
          }
        : undefined,
    )
  if (!last) return
  report(
    'stream-final-delta',
    last.text === ''
      ? undefined
      : {
          message: 'the final chunk carries text',
          at: `byte ${last.at}`,
          expected: 'an empty delta',
          actual: clip(JSON.stringify(last.delta)),
        },
  )
  if (last.delta && last.text === '') {
    report(
      'stream-final-delta-bare',
      Object.keys(last.delta).length === 0
        ? undefined
        : {
            message: 'the delta of the final chunk is not {}',
            at: `byte ${last.at}`,
            expected: '{}',
            actual: clip(JSON.stringify(last.delta)),
          },
    )
  }
  const after = chunks.slice(chunks.indexOf(last) + 1).find((chunk) => chunk.text !== '')
  report(
    'stream-after-final',
    after && { message: 'text after the final chunk', at: `byte ${after.at}`, actual: clip(after.text) },
  )
}

/** The literal end of a stream (6.5). */
function judgeEnd(payloads: readonly Payload[], { events, freedoms }: SseBody, report: Report): void {
  const index = payloads.findIndex(({ done }) => done)
  const end = payloads[index]
  const expected = 'data: [DONE] and a blank line'
  if (!end) {
    report('stream-done', {
      message: 'the stream ended without [DONE]',
      expected,
      actual: clip(events.at(-1)?.payload ?? '(no events)'),
    })
    return
  }
  const literal = end.text === '[DONE]'
  if (!literal)
    report('stream-done', {
      message: 'the end mark is written in another way',
      expected,
      actual: JSON.stringify(end.text),
      at: `byte ${end.event.at}`,
    })
  else
    report(
      'stream-done',
      end.event.ended ? undefined : { message: 'no blank line after [DONE]', expected, at: `byte ${end.event.at}` },
    )
  const next = payloads[index + 1]
  const event = events.find(({ at }) => at > end.event.at)
  const comment = freedoms.comments.find((at) => at > end.event.at)
  const at = next?.event.at ?? event?.at ?? comment
  report(
    'stream-after-done',
    at === undefined
      ? undefined
      : {
          message: 'something follows [DONE]',
          at: `byte ${at}`,
          expected: 'the end of the answer',
          actual: clip(next?.text ?? event?.payload ?? 'a comment line'),
        },
  )
}

function judgeTexts(chunks: readonly Chunk[], report: Report): void {
  const torn = chunks.find(({ text }) => !text.isWellFormed() || text.includes('\uFFFD'))
  report(
    'stream-text-whole',
    torn && { message: 'a character came torn', at: `byte ${torn.at}`, actual: clip(JSON.stringify(torn.text)) },
  )
}

function judgeIds(chunks: readonly Chunk[], report: Report): void {
  const ids = new Set(
    chunks.flatMap(({ value }) => (isObject(value) && typeof value.id === 'string' ? [value.id] : [])),
  )
  if (ids.size > 0)
    report(
      'stream-one-id',
      ids.size > 1
        ? { message: `${ids.size} ids in one stream`, expected: 'one id', actual: [...ids].slice(0, 3).join(', ') }
        : undefined,
    )
}

/** Judges a streamed answer. A stream that broke off with an error event is left to 6.7, which states nothing. */
export function judgeStream(answer: Answer, report: Report): void {
  const { sse, payloads, error } = streamOf(answer)
  judgeFraming(sse.events, payloads, report)
  judgeExtraBlankLines(sse.freedoms.extraBlankLines, report)
  if (error) return
  const done = payloads.findIndex((payload) => payload.done)
  const before = done < 0 ? payloads : payloads.slice(0, done)
  judgeChunks(before, report)
  const chunks = before.flatMap((payload) => chunkOf(payload) ?? [])
  const all = payloads.flatMap((payload) => chunkOf(payload) ?? [])
  // A final chunk that comes after the end mark is late, not missing.
  judgeOrder(chunks.some(({ finish }) => finish !== null) ? chunks : all, report)
  judgeEnd(payloads, sse, report)
  judgeTexts(chunks, report)
  judgeIds(chunks, report)
  for (const { value } of chunks) {
    if (!isObject(value)) continue
    judgeNames(value, report)
    judgeSum(value.usage, report)
  }
}
