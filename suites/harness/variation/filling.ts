/**
 * What a request holds, where its check leaves that open: another text, more messages, fields that may be left out. What
 * differs from the plain request is what the check is about, and stays as it is.
 */
import type { Plan } from '../http/request.ts'
import { CONVERSATIONS } from './conversations.ts'
import { type ContentName, contentNames, type Row } from './dimensions.ts'
import { membersOf, objectOf } from './json-text.ts'
import { contentOf, PLAIN_TEXT } from './texts.ts'

/** The messages of the plain request. */
export const PLAIN_MESSAGES = CONVERSATIONS['one message'](PLAIN_TEXT)

const plainMessages = JSON.stringify(PLAIN_MESSAGES)

/**
 * Optional fields by their values in the space, as JSON text: if a value covers several, requests take turns. A
 * value that is not here leaves the field out.
 */
export const OPTIONS = {
  temperature: {
    'between 0 and 2': ['0.7', '1.25', '0.0001', '1', '1.9', '0.333333333333', '7e-1', '1.5'],
    '0': ['0'],
    '2': ['2'],
  },
  top_p: { 'between 0 and 1': ['0.9', '0.001', '0.5', '0.999999', '5E-1'] },
  stop: {
    'one text': ['"###"', '["###"]', '"Nothing more is to be said."', '"終"'],
    'several texts': [
      '["###","@@@","&&&","%%%"]',
      '["###","@@@"]',
      '["###","終","@@@"]',
      '["###","###","\\n\\nUser:","Nothing more is to be said."]',
    ],
  },
  n: { '1': ['1'] },
  stream: { false: ['false'] },
} as const satisfies Partial<Record<ContentName, Readonly<Record<string, readonly string[]>>>>

const optionNames = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]

type Members = ReturnType<typeof membersOf>

/** Members of bodies, by plans: what is open in one is asked, and then it is filled. */
const read = new WeakMap<Plan, Members>()

function membersIn(plan: Plan, body: string): Members {
  const known = read.get(plan) ?? membersOf(body)
  read.set(plan, known)
  return known
}

const open = new WeakMap<Plan, readonly ContentName[]>()

/**
 * The dimensions of contents that can show in a request.
 *
 * @param maxTokens of plain requests
 */
export function contentsIn(plan: Plan, maxTokens: number): readonly ContentName[] {
  let names = open.get(plan)
  if (!names) {
    names =
      plan.json && typeof plan.body === 'string' ? openIn(plan, new Map(membersIn(plan, plan.body)), maxTokens) : []
    open.set(plan, names)
  }
  return names
}

function openIn({ stream }: Plan, members: ReadonlyMap<string, string>, maxTokens: number): readonly ContentName[] {
  // A request that leaves out its limit is one that leaves out all that it may.
  const takesOptions = members.has('max_tokens') || members.has('max_completion_tokens')
  const isStreamOpen = !members.has('stream_options') && takesOptions
  return contentNames.filter((name) => {
    if (name === 'text' || name === 'conversation') return members.get('messages') === plainMessages
    if (name === 'limit')
      return members.get('max_tokens') === String(maxTokens) && !members.has('max_completion_tokens')
    if (name === 'include_usage') return stream && isStreamOpen
    if (name === 'stream') return !members.has('stream') && isStreamOpen
    return takesOptions && !members.has(name)
  })
}

/** @param row of which only what can show in the request counts */
export function filled(plan: Plan, row: Row, maxTokens: number): Plan {
  const names = contentsIn(plan, maxTokens)
  if (names.length === 0 || typeof plan.body !== 'string') return plan
  const { body } = plan
  const members = new Map<string, string>()
  for (const [name, value] of membersIn(plan, body)) {
    if (name === 'max_tokens' && names.includes('limit')) members.set(row.limit, value)
    else members.set(name, value)
  }
  for (const name of optionNames) {
    const values = (OPTIONS[name] as Readonly<Record<string, readonly string[]>>)[row[name]]
    if (names.includes(name) && values) members.set(name, values[turnOf(row, name) % values.length] as string)
  }
  if (names.includes('include_usage') && row.include_usage !== 'left out')
    members.set('stream_options', `{"include_usage":${row.include_usage}}`)
  if (names.includes('text')) members.set('messages', messagesOf(row))
  const text = objectOf(members)
  return text === body ? plan : { ...plan, body: text }
}

const messages = new Map<string, string>()

/** The messages of a row as JSON text. They are few and some are long, so each is written once. */
function messagesOf({ conversation, text }: Row): string {
  const key = `${conversation} ${text}`
  const known = messages.get(key) ?? JSON.stringify(CONVERSATIONS[conversation](contentOf(text)))
  messages.set(key, known)
  return known
}

/** Numbers that are far apart for rows that follow each other, so that no dimension goes along with them. */
function turnOf({ turn }: Row, name: ContentName): number {
  return Math.imul(turn + 1 + contentNames.indexOf(name), 0x9e3779b1) >>> 8
}
