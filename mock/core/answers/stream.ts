import type { Part } from '../http.ts'
import type { Reply } from '../types.ts'
import { usageJson } from './usage.ts'

/** The literal last event of a stream (contract 6.5). */
export const DONE = 'data: [DONE]\n\n'

/** Ends a chunk that carries a role or a text: nothing is finished yet (contract 6.3). */
const UNFINISHED = '},"finish_reason":null}]}\n\n'

const CONTENT = '{"index":0,"delta":{"content":'

/** What JSON does not hold as it is: quotes, backslashes, controls, and halves of surrogate pairs, which may be lone. */
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

/** A stream before it is written: a reply, the texts of its content chunks, and whether usage was asked for. */
export interface Telling {
  readonly reply: Reply
  readonly texts: () => readonly string[]
  readonly usage: boolean
}

/**
 * The events of a stream, each with its framing: a role, the text piece by piece, the finish, usage
 * when it was asked for, `[DONE]`. The role is optional (2.6) but client libraries miss it.
 * Made one by one, because a slow stream would hold them all until its end.
 */
export function* eventsOf({ reply, texts, usage }: Telling): Generator<string> {
  const head = headOf(reply)
  yield `${head}{"index":0,"delta":{"role":"assistant"${UNFINISHED}`
  for (const text of texts()) yield head + CONTENT + JSON.stringify(text) + UNFINISHED
  yield* endOf(head, reply, usage)
}

/**
 * The same events as one text. Joined in one step, its two ends within the list, since whatever is added
 * to a long text afterwards copies it once more.
 */
export function wholeStream({ reply, texts, usage }: Telling): string {
  const head = headOf(reply)
  const role = `${head}{"index":0,"delta":{"role":"assistant"`
  const end = UNFINISHED + endOf(head, reply, usage).join('')
  const between = UNFINISHED + head + CONTENT
  const list = insideQuotes(texts())
  if (list.length === 0) return role + end
  list[0] = `${role}${between}"${list[0]}`
  list[list.length - 1] += `"${end}`
  return list.join(`"${between}"`)
}

/** Texts as they stand in JSON between quotes. Most need no escape, which is seen in one look at all of them. */
function insideQuotes(texts: readonly string[]): string[] {
  return ESCAPED.test(texts.join('')) ? texts.map((text) => JSON.stringify(text).slice(1, -1)) : [...texts]
}

/** What every event begins with. */
export function headOf({ id, created, model }: Reply): string {
  return `data: {"id":"${id}","object":"chat.completion.chunk","created":${created},"model":${JSON.stringify(model)},"choices":[`
}

/** The events after the last content: finish, usage when it was asked for, `[DONE]`. */
export function endOf(head: string, reply: Reply, usage: boolean): string[] {
  const finish = `${head}{"index":0,"delta":{},"finish_reason":"${reply.finish}"}]}\n\n`
  if (!usage || reply.form === 'unknown') return [finish, DONE]
  return [finish, `${head}],"usage":${usageJson(reply.usage, reply.form)}}\n\n`, DONE]
}

/** A stream with pauses: one before the first event, one between any two. */
export function* paced(events: Iterable<string>, first: number, gap: number): Generator<Part> {
  let wait = first
  for (const event of events) {
    if (wait > 0) yield { wait }
    yield event
    wait = gap
  }
}

/** A stream with its own pause before each content chunk; the first event, which has the role, waits for none. */
export function* paused(events: Iterable<string>, pauses: readonly number[]): Generator<Part> {
  let at = -1
  for (const event of events) {
    const wait = pauses[at] ?? 0
    if (wait > 0) yield { wait }
    yield event
    at++
  }
}
