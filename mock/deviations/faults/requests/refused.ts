import type { Fault } from '../../deviation.ts'
import { refuse } from '../../edits/decisions.ts'
import { unique, VALID } from '../breaks.ts'
import { refusedFields } from './refused-fields.ts'
import { refusedMessages } from './refused-messages.ts'
import type { Refused, Valid } from './valid-requests.ts'

const header =
  (name: string, test: (value: string) => boolean): Valid =>
  (_, { head }) =>
    test(head.header(name) ?? '')

/** Valid requests that are refused for the headers around them. */
const refusedHeaders: readonly Refused[] = [
  [
    'accept-anything',
    'an Accept that does not name the type of the answer is refused',
    'accept',
    header('accept', (value) => value !== '' && !/json|event-stream|\*\/\*/.test(value)),
    ['client-headers-tolerated'],
  ],
  [
    'accept-json-for-streams',
    'a stream is refused to who accepts JSON only',
    'accept',
    (body, call) => body.stream === true && header('accept', (value) => value === 'application/json')(body, call),
    ['client-headers-tolerated'],
  ],
  [
    'headers-of-client-libraries',
    'headers of client libraries are refused',
    'x-stainless-lang',
    (_, { head }) =>
      ['x-stainless-lang', 'x-stainless-retry-count', 'openai-organization', 'openai-beta'].some(
        (name) => head.header(name) !== undefined,
      ),
    ['client-headers-tolerated'],
  ],
  [
    'charset-of-the-request',
    'a charset on the Content-Type is refused',
    'content-type',
    header('content-type', (value) => /charset/i.test(value)),
    ['client-headers-tolerated'],
  ],
]

/** Requests that the contract lets pass and this gateway does not. */
export const refusedFaults = (): readonly Fault[] =>
  [...refusedFields, ...refusedMessages, ...refusedHeaders].map(([name, shows, field, when, breaks]) => ({
    name: `refuses-${name}`,
    breaks: unique([...breaks, ...VALID]),
    shows,
    apply: refuse((body, call) => when(body, call) && field),
  }))
