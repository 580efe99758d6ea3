/** Writes a drawn response as the text of its body. Only freedoms change it: every body is legal. */
import { unicodeEscape } from '../../../../suites/harness/text/json-string.ts'
import type { Drawn } from './space.ts'

/** The usage in responses that report it. */
export const USAGE = { prompt: 7, completion: 5 } as const

/** JSON with numbers as raw digits, because `created` can exceed the integers that JavaScript represents exactly. */
type Json = string | null | { readonly raw: string } | readonly Json[] | ReadonlyMap<string, Json>

const object = (entries: Readonly<Record<string, Json>>): Json => new Map(Object.entries(entries))
const number = (value: number | string): Json => ({ raw: String(value) })

export const bodyOf = (drawn: Drawn): string => (drawn.streams ? streamOf(drawn) : jsonOf(drawn))

/** Packet offsets inside the body; half of them split a multi-byte character, if there is one. */
export function offsetsOf({ cuts }: Drawn, body: string): number[] {
  const bytes = Buffer.from(body)
  const inside = [...bytes.keys()].filter((at) => ((bytes[at] ?? 0) & 0xc0) === 0x80)
  const offsets = cuts.map((cut) => inside[cut % (2 * inside.length)] ?? 1 + (cut % (bytes.length - 1)))
  return [...new Set(offsets)].sort((a, b) => a - b)
}

function jsonOf(drawn: Drawn): string {
  const { values, pieces } = drawn
  const message = object({ role: 'assistant', content: pieces.join('') })
  const choice = object({ index: number(0), message, finish_reason: values.finish ?? 'stop' })
  const usage = values.usage === 'known' ? { usage: usageOf(drawn) } : {}
  const whole = write(object({ ...headOf(drawn, 'chat.completion'), choices: [choice], ...usage }), drawn)
  const [first, last] = [whole[0], whole.at(-1)]
  return `${values.around}${values.lines === 'many' ? `${first}\n ${whole.slice(1, -1)}\r\n${last}` : whole}${values.around}`
}

function streamOf(drawn: Drawn): string {
  const { values, pieces } = drawn
  const every = values.usage === 'every chunk' ? usageOf(drawn) : values.usage === 'null' ? null : undefined
  const chunk = (choices: readonly Json[], usage: Json | undefined = every): Json =>
    object({ ...headOf(drawn, 'chat.completion.chunk'), choices, ...(usage !== undefined && { usage }) })
  const having = (delta: Readonly<Record<string, Json>>, finish: string | null = null): Json =>
    object({ index: number(0), delta: object(delta), finish_reason: finish })
  const role = { role: 'assistant' }
  const first = pieces.map((content, at) => {
    const isWithRole = values.role === 'every' || (values.role === 'with text' && at === 0)
    return chunk([having({ ...(isWithRole && role), content })])
  })
  const middle = [
    ...(values['no choices'] === 'middle' ? [chunk([])] : []),
    ...(values['empty delta'] === 'middle' ? [chunk([having({})])] : []),
  ]
  const isInFinal = values.usage === 'final chunk'
  const chunks = [
    ...(values['no choices'] === 'first chunk' ? [chunk([])] : []),
    ...(values.role === 'first' || values.role === 'every' ? [chunk([having(role)])] : []),
    ...first.slice(0, 1),
    ...middle,
    ...first.slice(1),
    chunk([having({}, values.finish)], isInFinal ? usageOf(drawn) : every),
    ...(values.usage === 'last chunk' ? [chunk([], usageOf(drawn))] : []),
    ...(values['no choices'] === 'last chunk' ? [chunk([])] : []),
  ]
  const events = [...chunks.map((one) => `${values.around}${write(one, drawn)}${values.around}`), '[DONE]']
  const lines = events.flatMap((data) => [...(values.comments ? [values.comments, ''] : []), `data: ${data}`, ''])
  return `${values.mark}${lines.map((line) => `${line}${values['line end']}`).join('')}`
}

function headOf({ values }: Drawn, kind: string): Readonly<Record<string, Json>> {
  const more = {
    none: {},
    null: { system_fingerprint: null },
    nested: { extra: object({ choices: [object({ delta: object({ content: 'no' }), index: number(1) })] }) },
  }[values.more ?? 'none']
  return { id: values.id ?? '', object: kind, created: number(values.created ?? 0), model: 'svc/small', ...more }
}

function usageOf({ values }: Drawn): Json {
  const { prompt, completion } = USAGE
  const details = {
    prompt_tokens_details: object({ cached_tokens: number(1) }),
    completion_tokens_details: object({ reasoning_tokens: number(0) }),
  }
  const counts = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
  const written = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, number(count)]))
  return object({ ...written, ...(values.details === 'both' && details) })
}

function write(value: Json, drawn: Drawn): string {
  const { space = '', members, escapes } = drawn.values
  const joined = (parts: readonly string[]): string => parts.join(`,${space}`)
  if (value === null) return 'null'
  if (typeof value === 'string') return quoted(value, escapes)
  if ('raw' in value) return value.raw
  if (value instanceof Map) {
    const parts = [...value].map(([name, of]) => `${JSON.stringify(name)}:${space}${write(of, drawn)}`)
    return `{${joined(members === 'reversed' ? parts.reverse() : parts)}}`
  }
  return `[${joined((value as readonly Json[]).map((one) => write(one, drawn)))}]`
}

function quoted(text: string, escapes: string | undefined): string {
  const whole = JSON.stringify(text)
  if (escapes === 'not ASCII') return whole.replaceAll(/[^\0-\x7f]/g, unicodeEscape)
  if (escapes !== 'all') return whole
  return `"${text.replaceAll(/[\s\S]/g, unicodeEscape)}"`
}
