/**
 * Varies a request: the same content as another caller sends it. If the check leaves it open, also with another text,
 * more messages, or optional fields. The check's own differences from the plain request stay.
 */

import { hash } from 'node:crypto'
import { entryOf, kept } from '../http/compact.ts'
import type { Header } from '../http/exchange.ts'
import { hasManyHeaders } from '../http/key-forms.ts'
import { kindOf, type Plan } from '../http/request.ts'
import { lettersOf } from '../text/names.ts'
import { addedBy, clientHeaders } from './callers.ts'
import {
  type ContentName,
  callerIn,
  contentNames,
  type Dimension,
  dimensionNames,
  isContent,
  plainRow,
  type Row,
  TRACING,
} from './dimensions.ts'
import { sentenceBy, sentenceIn } from './sentences.ts'
import { CONVERSATIONS, contentOf, LONG_BODY_BYTES } from './texts.ts'
import { apart, membersOf, objectOf, orderedAs, writtenAs } from './writing.ts'

/**
 * Optional fields as JSON text, by dimension value. If a value covers several texts, requests take turns. Other values
 * leave the field out.
 */
export const OPTIONS = {
  temperature: {
    'between 0 and 2': [
      ...['0.7', '1.25', '0.0001', '1', '1.9', '0.333333333333', '7e-1', '1.5'],
      ...['1e+0', '0.10E+01', '1.50', '70e-02', '0.70000000000000000000000000000000000001'],
    ],
    '0': ['0', '-0', '0.0', '-0.0', '0e+0'],
    '2': ['2', '2.0', '2e0', '20E-1'],
  },
  top_p: {
    'above 0, at most 1': [
      ...['0.9', '0.001', '0.5', '0.999999', '5E-1', '1'],
      ...['1e+0', '0.10E+01', '0.50', '50e-02', '0.90000000000000000000000000000000000001'],
    ],
  },
  stop: {
    'one text': ['"###"', '["###"]', '"0"', JSON.stringify('Nothing more is to be said. '.repeat(20)), '"“終” – 5%…"'],
    'several texts': [
      '["###","@@@","&&&","%%%"]',
      '["###","@@@"]',
      '["*(+?\\\\[","終","<|im_end|>"]',
      '["###","###","\\n\\nUser:","Nothing more is to be said."]',
    ],
  },
  n: { '1': ['1'] },
  stream: { false: ['false'] },
} as const satisfies Partial<Record<ContentName, Readonly<Record<string, readonly string[]>>>>

export const optionNames = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]

const [PLAIN_START = '', PLAIN_END = ''] = JSON.stringify(CONVERSATIONS['one message']('|')).split('|')

/** Members of the bodies that we write, cached by plan, since each plan needs them twice. */
const membersIn = kept(({ body }: Plan) => membersOf(String(body)))

const open = new WeakMap<Plan, readonly ContentName[]>()

/**
 * The content dimensions that can show in a request.
 *
 * @param maxTokens of plain requests
 */
export function contentsIn(plan: Plan, maxTokens: number): readonly ContentName[] {
  return entryOf(open, plan, () =>
    plan.json && typeof plan.body === 'string' ? openIn(plan, new Map(membersIn(plan)), maxTokens) : [],
  )
}

/** The sentence in the messages of a plain request. */
function sentenceOf(messages = ''): string | undefined {
  if (!messages.startsWith(PLAIN_START) || !messages.endsWith(PLAIN_END)) return undefined
  const content = messages.slice(PLAIN_START.length, -PLAIN_END.length)
  return sentenceIn(content) === content ? content : undefined
}

function openIn({ stream }: Plan, members: ReadonlyMap<string, string>, maxTokens: number): readonly ContentName[] {
  const names = new Set([...members.keys()].map(lettersOf))
  // Next to `Temperature`, some parsers would take `temperature` for the same field a second time.
  const has = (name: string): boolean => names.has(lettersOf(name))
  // A request without its limit leaves out all optional fields.
  const takesOptions = members.has('max_tokens') || members.has('max_completion_tokens')
  const isStreamOpen = !has('stream_options') && takesOptions
  return contentNames.filter((name) => {
    if (name === 'text' || name === 'conversation') return sentenceOf(members.get('messages')) !== undefined
    if (name === 'limit') return members.get('max_tokens') === String(maxTokens) && !has('max_completion_tokens')
    if (name === 'include_usage') return stream && isStreamOpen
    if (name === 'stream') return !has('stream') && isStreamOpen
    return takesOptions && !has(name)
  })
}

/** @param row the variation; only values that can show in the request count */
export function filled(plan: Plan, row: Row, maxTokens: number): Plan {
  const names = contentsIn(plan, maxTokens)
  if (names.length === 0 || typeof plan.body !== 'string') return plan
  const { body } = plan
  const members = new Map<string, string>()
  for (const [name, value] of membersIn(plan)) {
    if (name === 'max_tokens' && names.includes('limit')) members.set(row.limit, value)
    else members.set(name, value)
  }
  for (const name of optionNames) {
    const values = (OPTIONS[name] as Readonly<Record<string, readonly string[]>>)[row[name]]
    // Far apart for consecutive rows, so that values do not correlate with any dimension.
    const turn = apart(row.turn + contentNames.indexOf(name))
    if (names.includes(name) && values) members.set(name, values[turn % values.length] as string)
  }
  if (names.includes('include_usage') && row.include_usage !== 'left out')
    members.set('stream_options', `{"include_usage":${row.include_usage}}`)
  if (names.includes('text')) members.set('messages', messagesOf(row, sentenceOf(members.get('messages'))))
  const text = objectOf(members)
  return text === body ? plan : { ...plan, body: text }
}

/** The messages of a row as JSON text; the plain ones stay those of the run. */
function messagesOf({ conversation, text, turn }: Row, plain = ''): string {
  const sentence = turn === 0 ? plain : sentenceBy(`${plain} ${turn}`)
  // One other message has the text too, since a gateway may check roles differently. All of them would be more than a
  // model with a small context takes, and a long text would cost too much.
  const others = CONVERSATIONS[conversation]('', String).filter(({ content }) => /^\d$/.test(content)).length
  const isEnough = text === 'long' || conversation === '130 messages'
  const chosen = isEnough ? -1 : apart(turn) % others
  const say = (n: number): string => contentOf(n === chosen ? text : 'plain', sentenceBy(`${sentence} ${n}`), sentence)
  const messages = CONVERSATIONS[conversation](contentOf(text, sentence), say)
  return JSON.stringify(messages)
}

const isPlainType = ([name, value]: Header): boolean => name === 'content-type' && value === 'application/json'

/** Whether a request may be varied: it has only the usual headers and those of a provocation. */
export function canVary(plan: Plan, own: readonly Header[] = []): boolean {
  if (plan.operation === 'other' || plan.framing === 'chunked' || plan.body instanceof Uint8Array) return false
  const others = plan.headers.filter((header) => !own.includes(header))
  return plan.operation === 'models' ? others.length === 0 : others.length === 1 && others.every(isPlainType)
}

/** Dimensions by the plan in which they can show. */
const showing = new WeakMap<Plan, readonly Dimension[]>()

/** One array for each set of dimensions, so that it can be a key. */
const sets = new Map<string, readonly Dimension[]>()

/**
 * The dimensions that can show in a request: the same array for the same dimensions.
 *
 * @param maxTokens of plain requests
 */
export function dimensionsFor(plan: Plan, maxTokens: number): readonly Dimension[] {
  return entryOf(showing, plan, () => {
    const contents = contentsIn(plan, maxTokens)
    const found = dimensionNames.filter((name) => {
      if (isContent(name)) return contents.includes(name)
      if (name === 'added') return !hasManyHeaders(plan.credential?.form)
      if (name === 'content-type' || name === 'framing') return plan.operation === 'completions'
      return (name !== 'writing' && name !== 'order') || plan.json === true
    })
    return entryOf(sets, found.join(), () => found)
  })
}

/** A row as it shows in a request: dimensions that cannot show in it have their plain value. */
export function shownIn(plan: Plan, row: Row, maxTokens: number): Row {
  const shown = dimensionsFor(plan, maxTokens)
  if (shown.length === dimensionNames.length) return row
  return {
    ...Object.fromEntries(dimensionNames.map((name) => [name, shown.includes(name) ? row[name] : plainRow[name]])),
    turn: row.turn,
    caller: row.caller,
  } as Row
}

interface VariationOptions {
  /** Decides the tracing ids: each request has different ones, as with real callers. */
  readonly salt: string
  /** The limit of plain requests. */
  readonly maxTokens: number
}

/** How a request was varied, by the resulting request. */
const variations = new WeakMap<Plan, { readonly bare: Plan; readonly row: Row; readonly options: VariationOptions }>()

export const isVaried = (plan: Plan): boolean => variations.has(plan)

/** A varied request with plain values in some dimensions; undefined where it was not varied. */
export function plainIn(plan: Plan, names: readonly Dimension[]): Plan | undefined {
  const variation = variations.get(plan)
  if (!variation || names.length === 0) return undefined
  const { bare, row, options } = variation
  return varied(bare, { ...row, ...Object.fromEntries(names.map((name) => [name, plainRow[name]])) }, options)
}

export function varied(bare: Plan, row: Row, options: VariationOptions): Plan {
  const { salt, maxTokens } = options
  const plan = filled(bare, row, maxTokens)
  const id = hash('sha256', salt).slice(0, 32)
  // All dimensions of a head show; writing and order count only if they can show.
  const { accept, client, tracing, spelling, connection, writing, order } = row
  const headers: Header[] = plan.headers.map((header) =>
    isPlainType(header) ? ['content-type', row['content-type']] : header,
  )
  if (accept !== 'none') headers.push(['accept', accept])
  if (row['accept-encoding'] !== 'none') headers.push(['accept-encoding', row['accept-encoding']])
  const caller = callerIn(row)
  if (client !== 'none' && caller)
    headers.push(...clientHeaders(caller, { operation: kindOf(plan), retry: row.turn % 2 }))
  const given = new Set(headers.map(([name]) => name))
  // With an idempotency key, a gateway may rightly repeat an earlier response to a POST.
  if (plan.operation === 'completions') given.add('idempotency-key')
  const turn = apart(row.turn)
  const added = dimensionsFor(bare, maxTokens).includes('added') ? row.added : 'none'
  headers.push(...[...addedBy(added, turn), ...TRACING[tracing](id, turn)].filter(([name]) => !given.has(name)))
  if (connection === 'close') headers.push(['connection', 'close'])
  const varied: Plan = {
    ...plan,
    headers,
    body:
      plan.json && typeof plan.body === 'string'
        ? filledUp(writtenAs(orderedAs(plan.body, order, row.turn), writing), row)
        : plan.body,
    ...(spelling === 'of the client' ? {} : { spelling }),
    ...(row.framing === 'chunked' && plan.framing === 'length' && { framing: 'chunked' }),
    // Most requests that close use a separate connection, so that the connections of others live long.
    ...(connection === 'close' && row.turn % 4 > 0 && { fresh: true }),
  }
  variations.set(varied, { bare, row, options })
  return varied
}

/**
 * White space before the last brace costs no tokens, and makes the body of a long text larger than most buffers. A
 * compact body is the control of all others, and has none.
 */
function filledUp(body: string, { text, writing }: Row): string {
  if (text !== 'long' || writing === 'compact') return body
  const end = body.lastIndexOf('}')
  return body.slice(0, end) + ' '.repeat(Math.max(0, LONG_BODY_BYTES - Buffer.byteLength(body))) + body.slice(end)
}
