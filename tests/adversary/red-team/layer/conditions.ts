/** Conditions that select the exchanges that a row of the red team changes. */
import { type Ask, headerOf, type Role } from './ask.ts'
import type { Reply } from './reply.ts'

// The bodies are of the gateway behind or of the harness, so the tables know their shape.
// biome-ignore lint/suspicious/noExplicitAny: a type for bodies that break their type would say nothing
export type Json = any

/** May throw, because bodies can be anything; then the condition does not hold. */
export type When = (ask: Ask, reply: Reply) => boolean

export function holds(test: () => boolean): boolean {
  try {
    return test()
  } catch {
    return false
  }
}

export const isObject = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The fields of the contract. */
export const KNOWN: readonly string[] =
  'model messages temperature top_p max_tokens max_completion_tokens stream stream_options n stop'.split(' ')
export const hasUnknown = (body: Json): boolean => Object.keys(body).some((name) => !KNOWN.includes(name))

export const always: When = () => true
/** Evaluated from left to right, so that `every` counts only what the earlier conditions allow. */
export const and =
  (...all: readonly When[]): When =>
  (ask, reply) =>
    all.every((one) => one(ask, reply))

export const isModels = ({ method, url }: Ask): boolean => method === 'GET' && /\/v1\/models(\?|$)/.test(url)
export const isChat = ({ method, url }: Ask): boolean => method === 'POST' && /\/v1\/chat\/completions(\?|$)/.test(url)
export const isStream = (ask: Ask): boolean => isChat(ask) && ask.json?.stream === true
export const isPlain = (ask: Ask): boolean => isChat(ask) && !isStream(ask)
export const isKnown = (ask: Ask): boolean => isChat(ask) || isModels(ask)

export const status =
  (...any: readonly number[]): When =>
  (_ask, reply) =>
    any.includes(reply.status)
/** The second gateway's keys by their role. */
export const role =
  (name: Role): When =>
  (ask) =>
    ask.role === name
export const second = role('second')

/** The request has all of these fields. */
export const sent =
  (...fields: readonly string[]): When =>
  ({ json }) =>
    json !== null && typeof json === 'object' && fields.every((field) => field in json)
export const usageAsked: When = ({ json }) => json?.stream_options?.include_usage === true
export const withSystem: When = ({ json }) => json.messages.some((message: Json) => message?.role === 'system')
export const aboveAscii: When = ({ text }) => /[^\x00-\x7f]|\\u/.test(text)
export const longText: When = ({ text }) => text.length > 2000

export const withHeader =
  (name: string, value: RegExp): When =>
  (ask) =>
    value.test(headerOf(ask, name) ?? '')

/** The number of calls with this name in this run, including this one. */
export function count({ world: { memory } }: Ask, name: string): number {
  const times = (memory.get(name) ?? 0) + 1
  memory.set(name, times)
  return times
}

export const every =
  (n: number): When =>
  (ask) =>
    count(ask, `every ${n}`) % n === 0
