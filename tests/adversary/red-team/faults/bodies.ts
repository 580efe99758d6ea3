/** Whole bodies: invalid JSON, and the limit of 1 MiB. */
import { isUtf8 } from 'node:buffer'
import type { Ask } from '../layer/ask.ts'
import { and, isChat, isStream, role, type When } from '../layer/conditions.ts'
import type { Mutation } from '../layer/mutation.ts'
import { asked, reading, replacing, shut, validBody } from '../layer/requests.ts'
import { breaking, letsPass } from '../rows.ts'

const LIMIT = 1_048_576
const noJson: When = ({ json }) => json === undefined
const responded = (when: When): Mutation =>
  reading((_text, ask) => (when(ask, { status: 0, headers: [], body: ask.body }) ? validBody(ask) : undefined))

/** Accepts bodies above the limit. */
const passes = (big: (bytes: number, ask: Ask) => boolean): Mutation =>
  responded((ask) => ask.role === 'valid' && ask.body.length > LIMIT && big(ask.body.length, ask))
/** Replaces bytes that are not UTF-8 by U+FFFD, as most servers do. */
const withReplacedBytes = asked(
  ({ body }) => !isUtf8(body),
  (ask) => {
    ask.body = Buffer.from(ask.text)
    return undefined
  },
)
const refused = (status: number, when: When): Mutation => shut(and(isChat, role('valid'), when), status)
const compact = ({ json }: Ask): number => (json === undefined ? 0 : JSON.stringify(json).length)

const isWithin = ({ body }: Ask): boolean => body.length <= LIMIT
const escaped = ({ text }: Ask): number => text.length + 5 * (text.match(/[^\x00-\x7f]/g)?.length ?? 0)

export const bodies = [
  ...letsPass(['request-body-json', 'request-*'], {
    'bodies.empty-array': responded(({ json }) => JSON.stringify(json) === '[]'),
    'bodies.null': responded(({ json }) => json === null),
    'bodies.names-without-quotes': responded((ask) => ask.json === undefined && /^\{\s*[a-z]\w*\s*:/.test(ask.text)),
    'bodies.form': responded(({ text }) => /^\w+=/.test(text)),
    'bodies.nan-and-infinity': replacing(/:\s*-?(NaN|Infinity)/g, ':1', noJson),
    'bodies.leading-zeros': replacing(/:\s*0+([1-9])/g, ':$1', noJson),
    'bodies.raw-line-ends-in-text': replacing(/[\n\t]/g, ' ', noJson),
  }),
  ...breaking(['request-body-utf8'], { 'bodies.broken-utf-8-is-replaced': withReplacedBytes }),
  ...breaking(['request-body-json', 'request-*', 'message-*', 'status-order', 'stream-invalid-request'], {
    'bodies.empty-is-503': refused(503, ({ text }) => text === ''),
    'bodies.white-space-is-500': refused(500, ({ text }) => /^\s+$/.test(text)),
    'bodies.null-is-500': refused(500, ({ json }) => json === null),
    'bodies.deep-nesting-is-500': refused(500, ({ text }) => /\[{200}|(\{"[^"]*":){200}/.test(text)),
  }),
  ...letsPass(['request-size-refused'], {
    'bodies.little-above-the-limit': passes((bytes) => bytes > LIMIT + 1 && bytes < LIMIT + 65_536),
    'bodies.from-twice-the-limit-on': passes((bytes) => bytes >= 2 * LIMIT),
    'bodies.one-byte-more-in-chunks': passes((bytes, { chunked }) => chunked && bytes === LIMIT + 1),
    'bodies.white-space-does-not-count': passes((_bytes, ask) => compact(ask) > 0 && compact(ask) <= LIMIT),
    'bodies.only-white-space-counts': passes((_bytes, ask) => compact(ask) > LIMIT),
    'bodies.no-limit-for-streams': passes((_bytes, ask) => isStream(ask)),
  }),
  ...breaking(['request-size-refused'], {
    'bodies.too-large-in-chunks-is-400': refused(400, ({ chunked, body }) => chunked && body.length > LIMIT),
  }),
  ...breaking(['request-size-accepted', 'message-content'], {
    'bodies.the-limit-in-chunks-is-413': refused(413, ({ chunked, body }) => chunked && body.length === LIMIT),
    'bodies.half-a-mebibyte-of-text-is-413': refused(413, (ask) => isWithin(ask) && compact(ask) > LIMIT / 2),
    'bodies.bytes-above-ascii-count-twice': refused(413, (ask) => isWithin(ask) && escaped(ask) > LIMIT),
  }),
  ...breaking(['request-*', 'auth-*', 'completion-json', 'stream-started'], {
    'bodies.chunks-are-400': refused(400, ({ chunked }) => chunked),
  }),
]
