/** Faults of one broken backend among many, for any kind of response. */
import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import { names } from '../../../suites/harness/text/names.ts'
import { inChunks, inEvents, inJson } from '../conditional/deviations/deviation.ts'
import { type Ask, setHeader } from '../red-team/layer/ask.ts'
import {
  always,
  and,
  isChat,
  isObject,
  isPlain,
  type Json,
  KNOWN,
  status,
  type When,
} from '../red-team/layer/conditions.ts'
import { eventStream } from '../red-team/layer/edits.ts'
import { type Reply, refusal } from '../red-team/layer/reply.ts'

export interface CanaryFault {
  readonly name: string
  /** At least one of these must turn red. */
  readonly breaks: readonly RequirementId[]
  /** Which responses show it. */
  readonly when: When
  /** Changes the request before it reaches the gateway. */
  readonly ask?: (ask: Ask) => void
  readonly reply?: (reply: Reply, ask: Ask) => void
}

const isRefused: When = (_, { status: code }) => code >= 400

/** Removes unknown fields, so that the gateway accepts the request. */
function withoutUnknown(ask: Ask): void {
  const { json } = ask
  if (!isObject(json)) return
  const known = Object.entries(json).filter(([name]) => KNOWN.includes(name))
  if (known.length < Object.keys(json).length) ask.body = Buffer.from(JSON.stringify(Object.fromEntries(known)))
}

/** Replaces invalid keys by a valid one. */
function withValidKey(ask: Ask): void {
  if (ask.role === undefined) setHeader(ask, 'authorization', `Bearer ${ask.world.gateway.keys.valid}`)
}

const withLogprobs = inChunks((chunks) => {
  for (const { choices } of chunks) if (choices[0]) choices[0].logprobs = null
  return chunks
})

function asPage(reply: Reply): void {
  setHeader(reply, 'content-type', 'text/html')
  reply.body = Buffer.from('<html><body>Something went wrong.</body></html>')
}

type Breaks = CanaryFault['breaks']
type Rows<Change> = Readonly<Record<string, readonly [Breaks, Change]>>

/** Faults that change requests. */
const inRequests = (rows: Rows<(ask: Ask) => void>): CanaryFault[] =>
  Object.entries(rows).map(([name, [breaks, ask]]) => ({ name, breaks, when: always, ask }))

/** Faults that change responses for which a condition holds. */
const inResponses = (when: When, rows: Rows<(reply: Reply, ask: Ask) => void>): CanaryFault[] =>
  Object.entries(rows).map(([name, [breaks, reply]]) => ({ name, breaks, when, reply }))

const KEYS = names(
  'auth-missing-key auth-malformed-key auth-unknown-key auth-wrong-secret auth-other-scheme auth-key-elsewhere',
)

export const canaryFaults: readonly CanaryFault[] = [
  ...inRequests({
    'any key': [KEYS, withValidKey],
    'unknown fields': [['request-closed', 'request-closed-likely'], withoutUnknown],
  }),
  ...inResponses(always, {
    'no request id': [['request-id-present'], (reply) => setHeader(reply, 'x-svc-request-id', undefined)],
  }),
  ...inResponses(eventStream, {
    'no [DONE]': [['stream-done'], inEvents((events) => events.slice(0, -1))],
    'streams as text': [['stream-media-type'], (reply) => setHeader(reply, 'content-type', 'text/plain')],
    'logprobs in chunks': [['chunk-choice-closed'], withLogprobs],
  }),
  ...inResponses(and(isPlain, status(200)), {
    'usage null': [['completion-usage'], inJson((body: Json) => ({ ...body, usage: null }))],
  }),
  ...inResponses(isRefused, {
    'errors without param': [['error-param'], inJson(({ error: { param, ...error } }: Json) => ({ error }))],
    'pages as errors': [['error-body', 'error-media-type'], asPage],
  }),
  ...inResponses(and(isChat, status(200)), {
    'refuses valid requests': [
      ['completion-json', 'stream-started'],
      (reply) => void Object.assign(reply, refusal(400)),
    ],
  }),
]
