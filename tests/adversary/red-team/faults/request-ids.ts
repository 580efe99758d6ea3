/** Request ids that are sometimes missing, shared, or copied from the request: section 4. */

import { type Ask, headerOf, setHeader } from '../layer/ask.ts'
import { always, and, count, isChat, isKnown, isModels, status, type When } from '../layer/conditions.ts'
import { eventStream, respond } from '../layer/edits.ts'
import type { Mutation } from '../layer/mutation.ts'
import { breaking } from '../rows.ts'

const id = (when: When, make: (ask: Ask, own: string) => string | undefined): Mutation =>
  respond(when, (reply, ask) =>
    setHeader(reply, 'x-svc-request-id', make(ask, headerOf(reply, 'x-svc-request-id') ?? '')),
  )
const missing = (when: When): Mutation => id(when, () => undefined)
const another = (when: When, value: (ask: Ask) => string): Mutation =>
  respond(when, ({ headers }, ask) => ({ headers: [...headers, ['X-Svc-Request-Id', value(ask)]] }))
const sentId = (ask: Ask): string | undefined => headerOf(ask, 'x-svc-request-id')

const sentUuid = (ask: Ask) => (/^[\da-f]{8}-[\da-f]{4}-/.test(sentId(ask) ?? '') ? sentId(ask) : undefined)
const digest = ({ text }: Ask): string => `h-${text.length}-${text.slice(0, 60).replace(/[^\w]/g, '')}`

export const requestIds = [
  ...breaking(['request-id-present', 'request-id-unique', 'unknown-path'], {
    'request-ids.missing-every-31st-time': missing((ask) => count(ask, 'ids') % 31 === 0),
    'request-ids.missing-on-401-of-the-list': missing(and(status(401), isModels)),
    'request-ids.empty-on-403': id(status(403), () => ''),
    'request-ids.spaces-on-404': id(and(status(404), isKnown), () => '  '),
    'request-ids.twice-on-404': another(status(404), () => 'again-and-again'),
    'request-ids.twice-on-streams': another(eventStream, ({ turn }) => `proxy-${turn}`),
  }),
  ...breaking(['request-id-unique'], {
    'request-ids.of-the-answer-before-every-seventh-time': id(always, ({ turn, world }, own) => {
      if (turn % 7 === 6) return world.lastId ?? own
      world.lastId = own
      return own
    }),
    'request-ids.again-after-64': id(always, ({ turn }) => `r-${turn % 64}`),
    'request-ids.of-the-connection': id(always, ({ connection }) => `c-${connection}`),
    'request-ids.made-of-the-request': id(isChat, digest),
    'request-ids.one-for-all-401': id(status(401), () => 'unauthenticated'),
    'request-ids.one-for-all-413': id(status(413), () => '0000'),
    'request-ids.of-the-client-on-401': [id(status(401), (ask, own) => sentId(ask) ?? own), 'request-id-generated'],
    'request-ids.of-the-client-where-a-uuid': [id(always, (ask, own) => sentUuid(ask) ?? own), 'request-id-generated'],
  }),
]
