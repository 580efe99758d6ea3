/** What stands between the harness and a conforming gateway, and the ways to write it down. */
import type { IncomingMessage } from 'node:http'
import type { Freedoms } from '../../second-gateway/index.ts'
import { type Ask, isChat, isModels, isStream } from './ask.ts'
import { type Reply, refusal, writeJson } from './reply.ts'

export interface Mutation {
  /** Switches of the gateway behind. */
  readonly freedoms?: Partial<Freedoms>
  /** Milliseconds until an idle connection is closed. */
  readonly idle?: number
  /** Answers on the strength of the head alone. */
  readonly early?: (request: IncomingMessage) => Reply | undefined
  /** Changes the request, or answers it without asking the gateway. */
  readonly ask?: (ask: Ask) => Reply | undefined
  readonly reply?: (reply: Reply, ask: Ask) => void
}

// The bodies are of the gateway behind, so their shape is known; the tables say what they do to it.
// biome-ignore lint/suspicious/noExplicitAny: a type for bodies that break their type would say nothing
export type Json = any
type When = (ask: Ask) => boolean
const always: When = () => true

/** Edits a JSON answer of some kind; what the edit returns takes the place of the body. */
function editing(applies: (reply: Reply, ask: Ask) => boolean, edit: (body: Json, ask: Ask) => unknown): Mutation {
  return {
    reply(reply, ask) {
      if (!applies(reply, ask)) return
      const body: Json = JSON.parse(reply.body.toString())
      reply.body = Buffer.from(writeJson(edit(body, ask) ?? body))
    },
  }
}

export const list = (edit: (body: Json, ask: Ask) => unknown, when = always): Mutation =>
  editing((reply, ask) => reply.status === 200 && isModels(ask) && when(ask), edit)

/** Edits the last model of a list, unless another position is given. */
export const model = (edit: (model: Json) => void, at = -1, when = always): Mutation =>
  list((body) => {
    if (body.data.length > 0) edit(body.data.at(at) ?? body.data[0])
  }, when)

export const completion = (edit: (body: Json, ask: Ask) => unknown, when = always): Mutation =>
  editing(
    (reply, ask) => reply.status === 200 && isChat(ask) && !isStream(ask) && when(ask),
    (body, ask) => {
      edit(body, ask)
    },
  )

export const failure = (
  status: number | readonly number[],
  edit: (error: Json, body: Json, ask: Ask) => unknown,
  when = always,
): Mutation =>
  editing(
    (reply, ask) => [status].flat().includes(reply.status) && reply.status >= 400 && when(ask),
    (body, ask) => edit(body.error, body, ask),
  )

/** Whole answers of some statuses. */
export const answer = (
  status: number | readonly number[],
  edit: (reply: Reply, ask: Ask) => void,
  when = always,
): Mutation => ({
  reply(reply, ask) {
    if ([status].flat().includes(reply.status) && when(ask)) edit(reply, ask)
  },
})

const isEvents = (reply: Reply, ask: Ask): boolean => reply.status === 200 && isStream(ask)

/** Edits the events of a stream: texts such as `data: {}\n\n`. */
export const events = (edit: (blocks: string[], ask: Ask) => readonly string[] | string, when = always): Mutation => ({
  reply(reply, ask) {
    if (!isEvents(reply, ask) || !when(ask)) return
    const edited = edit(blocksOf(reply), ask)
    reply.body = Buffer.from(typeof edited === 'string' ? edited : edited.join(''))
  },
})

export const blocksOf = ({ body }: Reply): string[] => body.toString().match(/[\s\S]*?\n\n/g) ?? []

export const toBlock = (value: unknown): string => `data: ${writeJson(value)}\n\n`

/** Edits the chunks of a stream, the end mark aside. */
export const chunks = (edit: (chunks: Json[], ask: Ask) => readonly unknown[] | undefined, when = always): Mutation =>
  events((blocks, ask) => {
    const before: Json[] = blocks.slice(0, -1).map((block) => JSON.parse(block.slice(6)))
    return [...(edit(before, ask) ?? before).map(toBlock), 'data: [DONE]\n\n']
  }, when)

/** Edits each chunk that a test picks. */
export const eachChunk = (
  pick: (chunk: Json, at: number, all: Json[]) => boolean,
  edit: (chunk: Json) => void,
): Mutation =>
  chunks((all) => {
    for (const [at, chunk] of all.entries()) if (pick(chunk, at, all)) edit(chunk)
    return undefined
  })

export const isFinal = (chunk: Json): boolean => chunk.choices[0]?.finish_reason != null
export const isText = (chunk: Json): boolean => Boolean(chunk.choices[0]?.delta?.content)

/** Lets pass what ought to be refused: mends the body before the gateway sees it. */
export const accepting = (spoilt: (body: Json, ask: Ask) => boolean, mend: (body: Json) => unknown): Mutation => ({
  ask(ask) {
    if (!isChat(ask) || ask.json === undefined || !holds(() => spoilt(ask.json, ask))) return undefined
    const body = structuredClone(ask.json)
    ask.body = Buffer.from(JSON.stringify(mend(body) ?? body))
    return undefined
  },
})

/** Refuses what ought to pass. The gateway has the first word, so that invalid requests are answered by it. */
export const refusing = (
  minded: (body: Json, ask: Ask) => boolean,
  status = 400,
  param: string | null = null,
): Mutation => ({
  reply(reply, ask) {
    if (reply.status === 200 && isChat(ask) && holds(() => minded(ask.json, ask)))
      Object.assign(reply, refusal(status, param))
  },
})

/** Bodies may be anything, and looking into them may throw. */
function holds(test: () => boolean): boolean {
  try {
    return test()
  } catch {
    return false
  }
}

/** Lets a value pass by dropping the field that holds it. */
export const dropping = (field: string, spoilt: (value: Json, body: Json, ask: Ask) => boolean): Mutation =>
  accepting(
    (body, ask) => Object.hasOwn(body, field) && spoilt(body[field], body, ask),
    (body) => {
      delete body[field]
    },
  )

/** Mends the text of a request, where a parsed body would have lost what matters. */
export const mending = (spoilt: RegExp, mended: string): Mutation => ({
  ask(ask) {
    if (isChat(ask) && spoilt.test(ask.text)) ask.body = Buffer.from(ask.text.replace(spoilt, mended))
    return undefined
  },
})

/** Several mutations one after the other. */
export const both = (...all: readonly Mutation[]): Mutation => ({
  freedoms: Object.assign({}, ...all.map(({ freedoms }) => freedoms)),
  ask(ask) {
    for (const each of all) {
      const reply = each.ask?.(ask)
      if (reply) return reply
    }
    return undefined
  },
  reply(reply, ask) {
    for (const each of all) each.reply?.(reply, ask)
  },
})
