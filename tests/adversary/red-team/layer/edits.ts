/** Changes to responses. An edit has the members to set (undefined removes one), or is a function that returns them. */
import { type Ask, setHeader } from './ask.ts'
import { always, and, holds, isModels, isPlain, isStream, type Json, status, type When } from './conditions.ts'
import type { Mutation } from './mutation.ts'
import { type Reply, writeJson } from './reply.ts'

type Members = Readonly<Record<string, unknown>>
/** A function that returns nothing has edited in place. */
export type Edit<Target = Json> = Members | ((target: Target, ask: Ask) => unknown)

export function apply<Target extends object>(target: Target, edit: Edit<Target>, ask: Ask): void {
  Object.assign(target, typeof edit === 'function' ? edit(target, ask) : edit)
}

/** Responses as a whole. */
export const respond = (when: When, edit: Edit<Reply>): Mutation => ({
  reply(reply, ask) {
    if (holds(() => when(ask, reply))) apply(reply, edit, ask)
  },
})

export const header = (name: string, value: string | undefined, when: When = always): Mutation =>
  respond(when, (reply) => setHeader(reply, name, value))

/** Rewrites the JSON of a response. If `write` returns undefined, it has edited the JSON in place. */
export const rewritten = (when: When, write: (body: Json, ask: Ask) => unknown): Mutation =>
  respond(when, (reply, ask) => {
    const body: Json = JSON.parse(reply.body.toString())
    return { body: Buffer.from(writeJson(write(body, ask) ?? body)) }
  })

const within =
  (kind: When, at: (body: Json) => Json) =>
  (edit: Edit, when: When = always) =>
    rewritten(and(kind, when), (body, ask) => {
      const target = at(body)
      if (target) apply(target, edit, ask)
    })

const modelList = and(isModels, status(200))
const plainCompletion = and(isPlain, status(200))

export const list = within(modelList, (body) => body)
/** The last model of a list. */
export const model = within(modelList, (body) => body.data.at(-1))
export const completion = within(plainCompletion, (body) => body)
export const choice = within(plainCompletion, (body) => body.choices[0])
export const message = within(plainCompletion, (body) => body.choices[0].message)
export const usage = within(plainCompletion, (body) => body.usage)
/** The object `error` of the responses with one of these statuses. */
export const error = (of: number | readonly number[], edit: Edit, when: When = always): Mutation =>
  within(status(...[of].flat()), (body) => body.error)(edit, when)

/** Changes the text of completions that are not streams. */
export const text = (edit: (text: string) => string | Buffer, when: When = always): Mutation =>
  respond(and(plainCompletion, when), ({ body }) => ({ body: Buffer.from(edit(body.toString())) }))

export const eventStream = and(isStream, status(200))
const blocksOf = ({ body }: Reply): string[] => body.toString().match(/[\s\S]*?\n\n/g) ?? []

/** The events of a stream: texts such as `data: {}\n\n`. */
export const events = (edit: (blocks: string[], ask: Ask) => readonly string[], when: When = always): Mutation =>
  respond(and(eventStream, when), (reply, ask) => ({ body: Buffer.from(edit(blocksOf(reply), ask).join('')) }))

/** The chunks of a stream without the end mark. If `edit` returns nothing, it has edited in place. */
export const chunks = (edit: (chunks: Json[], ask: Ask) => unknown, when: When = always): Mutation =>
  events((blocks, ask) => {
    const before: Json[] = blocks.slice(0, -1).map((block) => JSON.parse(block.slice(6)))
    const after = (edit(before, ask) as readonly unknown[] | undefined) ?? before
    return [...after.map((chunk) => `data: ${writeJson(chunk)}\n\n`), 'data: [DONE]\n\n']
  }, when)

type Pick = (chunk: Json, at: number) => unknown
const eachOf =
  (pick: Pick, at: (chunk: Json) => Json) =>
  (edit: Edit, when: When = always) =>
    chunks((all, ask) => {
      for (const [index, chunk] of all.entries()) if (pick(chunk, index) && at(chunk)) apply(at(chunk), edit, ask)
    }, when)

export const isFinal = (chunk: Json): boolean => chunk.choices[0]?.finish_reason != null
export const isText = (chunk: Json): boolean => Boolean(chunk.choices[0]?.delta?.content)

const choiceOf = (chunk: Json): Json => chunk.choices[0]
const usageOf = (chunk: Json): Json => chunk.usage

export const everyChunk = (): boolean => true
export const eachChunk = (pick: Pick, edit: Edit, when?: When): Mutation => eachOf(pick, (chunk) => chunk)(edit, when)
export const finalChunk = eachOf(isFinal, (chunk) => chunk)
export const finalChoice = eachOf(isFinal, choiceOf)
export const textChoice = eachOf(isText, choiceOf)
export const firstChoice = eachOf((_chunk, at) => at === 0, choiceOf)
/** The usage of a stream, and the separate chunk that carries it. */
export const streamUsage = eachOf(usageOf, usageOf)
export const usageChunk = (edit: Edit): Mutation => {
  return { freedoms: { streamUsage: 'own-chunk' }, ...eachChunk(usageOf, edit) }
}
