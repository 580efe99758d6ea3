/** Faults of one broken backend among many, in any response. */
import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import { inChunks, inEvents, inJson } from '../conditional/deviations/deviation.ts'
import { type Ask, setHeader } from '../red-team/layer/ask.ts'
import { always, and, isChat, isPlain, isStream, type Json, status, type When } from '../red-team/layer/conditions.ts'
import { type Reply, refusal } from '../red-team/layer/reply.ts'

export interface CanaryFault {
  readonly name: string
  /** One of these has to turn red. */
  readonly breaks: readonly RequirementId[]
  /** Which responses show it. */
  readonly when: When
  /** Changes the request on its way to the gateway. */
  readonly ask?: (ask: Ask) => void
  readonly reply?: (reply: Reply, ask: Ask) => void
}

const isRefused: When = (_, { status: code }) => code >= 400

const FIELDS: readonly string[] =
  'model messages temperature top_p max_tokens max_completion_tokens stream stream_options n stop'.split(' ')

/** Removes unknown fields, and so accepts them. */
function withoutUnknown(ask: Ask): void {
  const { json } = ask
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return
  const known = Object.entries(json).filter(([name]) => FIELDS.includes(name))
  if (known.length < Object.keys(json).length) ask.body = Buffer.from(JSON.stringify(Object.fromEntries(known)))
}

function replaceBy(reply: Reply, other: Reply): void {
  Object.assign(reply, other)
}

const PAGE = Buffer.from('<html><body>Something went wrong.</body></html>')

export const canaryFaults: readonly CanaryFault[] = [
  {
    name: 'any key',
    breaks: [
      'auth-missing-key',
      'auth-malformed-key',
      'auth-unknown-key',
      'auth-wrong-secret',
      'auth-other-scheme',
      'auth-key-elsewhere',
    ],
    when: always,
    ask(ask) {
      if (ask.role === undefined) setHeader(ask, 'authorization', `Bearer ${ask.world.gateway.keys.valid}`)
    },
  },
  { name: 'unknown fields', breaks: ['request-closed', 'request-closed-likely'], when: always, ask: withoutUnknown },
  {
    name: 'no request id',
    breaks: ['request-id-present'],
    when: always,
    reply: (reply) => setHeader(reply, 'x-svc-request-id', undefined),
  },
  {
    name: 'no [DONE]',
    breaks: ['stream-done'],
    when: and(isStream, status(200)),
    reply: inEvents((events) => events.slice(0, -1)),
  },
  {
    name: 'streams as text',
    breaks: ['stream-media-type'],
    when: and(isStream, status(200)),
    reply: (reply) => setHeader(reply, 'content-type', 'text/plain'),
  },
  {
    name: 'logprobs in chunks',
    breaks: ['chunk-choice-closed'],
    when: and(isStream, status(200)),
    reply: inChunks((chunks) => {
      for (const { choices } of chunks) if (choices[0]) choices[0].logprobs = null
      return chunks
    }),
  },
  {
    name: 'usage null',
    breaks: ['completion-usage'],
    when: and(isPlain, status(200)),
    reply: inJson((body: Json) => ({ ...body, usage: null })),
  },
  {
    name: 'errors without param',
    breaks: ['error-param'],
    when: isRefused,
    reply: inJson(({ error: { param, ...error } }: Json) => ({ error })),
  },
  {
    name: 'pages as errors',
    breaks: ['error-body', 'error-media-type'],
    when: isRefused,
    reply(reply) {
      setHeader(reply, 'content-type', 'text/html')
      reply.body = PAGE
    },
  },
  {
    name: 'refuses valid requests',
    breaks: ['completion-json', 'stream-started'],
    when: and(isChat, status(200)),
    reply: (reply) => replaceBy(reply, refusal(400)),
  },
]
