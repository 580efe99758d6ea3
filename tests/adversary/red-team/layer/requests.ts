/** Changes to requests: invalid ones are accepted, or valid ones refused. */
import { type Ask, setHeader } from './ask.ts'
import { and, count, holds, isChat, isObject, isStream, type Json, type When } from './conditions.ts'
import { apply, type Edit, respond } from './edits.ts'
import type { Mutation } from './mutation.ts'
import { type Reply, refusal } from './reply.ts'

const withoutResponse: Reply = { status: 0, headers: [], body: Buffer.alloc(0) }

/** Inspects a request before the gateway, and may respond to it. */
export const asked = (when: When, act: (ask: Ask) => Reply | undefined): Mutation => ({
  ask: (ask) => (holds(() => when(ask, withoutResponse)) ? act(ask) : undefined),
})

/** Refuses before the gateway has seen the request. */
export const shut = (when: When, status: number): Mutation => asked(when, () => refusal(status))

/** Refuses valid requests. The gateway responds first, and still refuses invalid ones itself. */
export const refusing = (when: When, status = 400, param: string | null = null): Mutation =>
  respond(
    and(isChat, (_ask, reply) => reply.status === 200, when),
    () => refusal(status, param),
  )

/** Applies a mutation only if another request was in transit when this one arrived. */
export const alongOthers = (mutation: Mutation): Mutation => {
  const others = new WeakMap<Ask, number>()
  const name = 'on their way'
  return {
    ask(ask) {
      others.set(ask, count(ask, name) - 1)
      return undefined
    },
    reply(reply, ask) {
      ask.world.memory.set(name, (ask.world.memory.get(name) ?? 1) - 1)
      if ((others.get(ask) ?? 0) > 0) mutation.reply?.(reply, ask)
    },
  }
}

/** Accepts invalid requests: changes the body before the gateway sees it. */
export const accepting = (wrong: (body: Json, ask: Ask) => boolean, edit: Edit): Mutation =>
  asked(
    and(isChat, (ask) => isObject(ask.json) && wrong(ask.json, ask)),
    (ask) => {
      const body = structuredClone(ask.json)
      apply(body, edit, ask)
      ask.body = Buffer.from(JSON.stringify(body))
      return undefined
    },
  )

/** Accepts a wrong value, by removing its field. */
export const dropping = (field: string, wrong: (value: Json, body: Json, ask: Ask) => boolean): Mutation =>
  accepting((body, ask) => Object.hasOwn(body, field) && wrong(body[field], body, ask), { [field]: undefined })

/** Forwards another body if `read` returns one; for details that a parsed body would lose. */
export const reading = (read: (text: string, ask: Ask) => string | undefined): Mutation =>
  asked(isChat, (ask) => {
    const text = read(ask.text, ask)
    // Keep the bytes of unchanged text, because bytes that are not UTF-8 would be lost.
    if (text !== undefined && text !== ask.text) ask.body = Buffer.from(text)
    return undefined
  })

/** Replaces part of the body's text. */
export const replacing = (wrong: RegExp, right: string, when: When = () => true): Mutation =>
  reading((text, ask) => (holds(() => when(ask, withoutResponse)) ? text.replace(wrong, right) : undefined))

/** Forwards the request with the key of this role. */
export const withKeyOf = (name: keyof Ask['world']['gateway']['keys'], when: When): Mutation =>
  asked(when, (ask) => {
    setHeader(ask, 'Authorization', `Bearer ${ask.world.gateway.keys[name]}`)
    return undefined
  })

/** Responds to a stream with one JSON body. */
export const unstreamed = (when: When): Mutation =>
  accepting((_body, ask) => isStream(ask) && when(ask, withoutResponse), {
    stream: undefined,
    stream_options: undefined,
  })

/** A body that the gateway accepts. */
export const validBody = (ask: Ask): string =>
  JSON.stringify({ model: ask.world.gateway.models.chat, messages: [{ role: 'user', content: 'x' }] })
