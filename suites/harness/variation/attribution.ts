/** Finds which varied values a request has, and which requirement breaks if a valid request is refused for a value. */
import { type RequirementId, requirement } from '../catalogue/requirements.ts'
import { kept } from '../http/compact.ts'
import { isObject, type Json, jsonObject, parseJson } from '../http/exact-json.ts'
import { type Exchange, headerIn, type SentRequest } from '../http/exchange.ts'
import { kindOf, type Plan } from '../http/request.ts'
import type { Evidence } from '../judge/evidence.ts'
import { OPTIONS, optionNames } from './apply.ts'
import { adderIn, familyOf } from './callers.ts'
import {
  type ContentName,
  type Dimension,
  dimensionNames,
  dimensions,
  isContent,
  plainRow,
  type Row,
  TRACING,
} from './dimensions.ts'
import { conversationOf, textOf } from './texts.ts'
import { orderOf, writingOf } from './writing.ts'

/** Dimensions that can be read in the head of any request. */
export const readable = ['accept', 'accept-encoding', 'client', 'added', 'tracing', 'spelling', 'connection'] as const

type Readable = (typeof readable)[number]

/** The varied values of a request: all of its head, and those of its body that a variation can have put there. */
export type Variation = Pick<Row, Readable> & { readonly [Name in Exclude<Dimension, Readable>]?: Row[Name] }

/** The variation of a request, cached; undefined if its head has a value that no variation has. */
export const variationOf = kept((request: SentRequest): Variation | undefined => {
  const head = headOf(request)
  const known = readable.every((name) => (dimensions[name] as readonly (string | undefined)[]).includes(head[name]))
  if (!known) return undefined
  const own: Readonly<Record<string, string | undefined>> = { ...head, ...bodyOf(request) }
  return Object.fromEntries(
    dimensionNames.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])),
  ) as unknown as Variation
})

/** The first header of each way of tracing, which no other way has. */
const tracings = Object.entries(TRACING).map(([tracing, make]) => [tracing, make('', 0)[0]?.[0] ?? ''] as const)

function headOf({ headers, natural = [] }: SentRequest): Record<Readable, string | undefined> {
  // Of several headers with one name the first counts.
  const sent = new Map(headers.toReversed().map(([name, value]) => [name.toLowerCase(), value]))
  const agent = sent.get('user-agent')
  const [first = ''] = headers[0] ?? []
  const head = {
    accept: sent.get('accept') ?? 'none',
    'accept-encoding': sent.get('accept-encoding') ?? 'none',
    client: agent === undefined ? 'none' : familyOf(agent),
    added: adderIn(sent),
    tracing: tracings.find(([, name]) => sent.has(name))?.[0] ?? 'none',
    spelling: first === first.toLowerCase() ? 'lower' : first === first.toUpperCase() ? 'upper' : 'of the client',
    connection: sent.get('connection') === 'close' ? 'close' : 'reuse',
  } as const
  const own = readable.filter((name) => natural.includes(name)).map((name) => [name, plainRow[name]])
  return { ...head, ...Object.fromEntries(own) }
}

/** Larger bodies have no other varied value than their framing, and take long to read. */
const MAX = 400_000

function bodyOf(request: SentRequest): Readonly<Record<string, string | undefined>> {
  const { body, framing } = request
  return body === undefined ? {} : { ...(body.length > MAX ? {} : valuesIn(request)), framing }
}

function valuesIn({ headers, body }: SentRequest): Record<string, string | undefined> {
  const text = Buffer.from(body ?? '').toString()
  const value = jsonObject(parseJson(text))
  const type = headerIn(headers, 'content-type')
  const known = { 'content-type': (dimensions['content-type'] as readonly string[]).find((value) => value === type) }
  if (!value) return known
  const streams = value.stream === true
  return {
    ...known,
    ...messagesIn(value.messages),
    ...Object.fromEntries(optionNames.map((name) => [name, optionOf(name, value[name])])),
    writing: writingOf(text),
    order: orderOf(Object.keys(value)),
    limit:
      'max_completion_tokens' in value ? 'max_completion_tokens' : 'max_tokens' in value ? 'max_tokens' : undefined,
    stream: streams ? undefined : optionOf('stream', value.stream),
    include_usage: streams ? usageIn(value.stream_options) : undefined,
  }
}

function usageIn(options: Json | undefined): string | undefined {
  if (options === undefined) return 'left out'
  return isObject(options) && typeof options.include_usage === 'boolean' ? String(options.include_usage) : undefined
}

function optionOf(name: keyof typeof OPTIONS, value: Json | undefined): string | undefined {
  if (value === undefined) return 'left out'
  const text = JSON.stringify(value)
  return Object.entries(OPTIONS[name]).find(([, written]) => (written as readonly string[]).includes(text))?.[0]
}

function messagesIn(messages: Json | undefined): { text?: string; conversation?: string } {
  if (!Array.isArray(messages) || !messages.every(isObject)) return {}
  const { conversation, asking = 0 } = conversationOf(messages) ?? {}
  const content = messages[asking]?.content
  const text = typeof content === 'string' ? textOf(content) : undefined
  return conversation === undefined || text === undefined ? {} : { text, conversation }
}

const FIELDS = {
  temperature: 'request-temperature',
  top_p: 'request-top-p',
  stop: 'request-stop',
  n: 'request-n',
  limit: 'request-max-completion-tokens',
  stream: 'request-stream-false',
  include_usage: 'request-stream-options',
} as const satisfies Record<Exclude<ContentName, 'text' | 'conversation'>, RequirementId>

const TALKS = {
  'one message': 'request-messages',
  'system first': 'message-role',
  'two users, system last': 'message-role-order',
  'several turns': 'message-role',
  'two assistants first': 'message-role-order',
  'assistant last': 'message-role-order',
  '130 messages': 'request-messages',
} as const satisfies Record<Row['conversation'], RequirementId>

const FORMS = { list: 'models-list', stream: 'stream-started', completion: 'completion-json' } as const

/** The requirement on the response to a valid request as a whole. */
export const formOf = (plan: Pick<Plan, 'operation' | 'stream'>): RequirementId => FORMS[kindOf(plan)]

/** Evidence that a valid request was refused, not by a transient error, although the same request was accepted. */
export function heldRefusal(
  check: { readonly id: string },
  plan: Plan,
  title: string,
  { exchange, again }: { readonly exchange: Exchange; readonly again: Exchange },
): Evidence {
  return {
    check: check.id,
    requirement: formOf(plan),
    title,
    exchange: exchange.id,
    expectation: { kind: 'accepted' },
    control: again.id,
  }
}

function about(dimension: Dimension, row: Row, form: RequirementId): RequirementId {
  if (['writing', 'order', 'spelling', 'framing'].includes(dimension)) return form
  if (!isContent(dimension)) return 'client-headers-tolerated'
  if (dimension === 'conversation') return TALKS[row.conversation]
  if (dimension === 'text') return row.text === 'long' ? 'message-content-long' : 'message-content'
  return FIELDS[dimension]
}

/**
 * The requirement of a refusal that needs the values of these dimensions together. If one of them has only level
 * should, the refusal also has level should. A refusal for more than one value breaks no requirement on a field.
 *
 * @param cause.form the requirement about the response as a whole
 * @param cause.alone whether the values alone cause it, in any request
 */
export function blamedFor(
  dimensions: readonly Dimension[],
  row: Row,
  cause: { readonly form: RequirementId; readonly alone: boolean },
): RequirementId {
  const { form, alone } = cause
  const all = [...new Set(dimensions.map((dimension) => about(dimension, row, form)))]
  const [one = form] = all
  if (alone && all.length === 1) return one
  return all.find((id) => requirement(id).level === 'should') ?? form
}
