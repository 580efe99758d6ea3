/** The names of the scenarios, without their content, because options and completion need nothing else. */

/** Freedoms that a client must accept: names of mock variants; scenario names add `.json` or `.stream`. */
const json = {
  core: ['usage-absent', 'completion-with-more-members', 'created-at-the-bound', 'compresses-json'],
  full: [
    ...['id-of-one-character', 'id-as-uuid', 'id-very-long', 'id-in-any-script', 'id-with-slashes', 'created-zero'],
    ...['created-in-milliseconds', 'created-with-point-zero', 'created-with-exponent', 'index-with-point-zero'],
    ...['json-pretty', 'json-with-tabs', 'json-with-white-space-around', 'json-members-turned-round', 'json-escaped'],
    ...['json-escaped-slashes', 'json-charset', 'json-charset-tight', 'json-in-capitals', 'json-in-chunks'],
    ...['json-until-close', 'json-byte-by-byte', 'message-with-more-members', 'json-names-again-deeper'],
    ...['finish-content-filter', 'finish-length', 'usage-without-details', 'usage-with-prompt-details-only'],
    ...['usage-with-completion-details-only', 'usage-cached', 'usage-at-the-bound', 'usage-with-more-members'],
    ...['request-id-as-uuid', 'request-id-of-digits', 'request-id-very-long', 'request-id-with-signs'],
    ...['request-id-mirrored', 'headers-of-a-proxy', 'headers-with-cookies', 'headers-many', 'headers-with-capitals'],
    ...['headers-in-capitals', 'connection-closed', 'interim-103', 'interim-102', 'interim-several', 'slow-first-byte'],
    ...['interim-100', 'connections-of-five-answers'],
  ],
} as const

const stream = {
  core: [
    ...['stream-ending-without-choices', 'usage-null-in-chunks', 'usage-unasked', 'stream-chunks-with-more-members'],
    ...['stream-role-on-every-chunk', 'stream-without-role', 'sse-crlf', 'sse-comment-between', 'compresses-streams'],
    'created-at-the-bound',
  ],
  full: [
    ...['sse-byte-order-mark', 'sse-comment-first', 'sse-comment-without-blank-line', 'sse-comment-empty'],
    ...['sse-comment-before-done', 'sse-crlf-with-comments', 'sse-json-with-spaces', 'sse-white-space-around-json'],
    ...['sse-json-escaped', 'sse-json-escaped-slashes', 'sse-charset', 'sse-charset-in-capitals'],
    ...['packets-of-one-byte', 'packets-inside-characters', 'packets-at-random', 'packets-at-line-ends'],
    'packets-after-data',
    ...['packets-of-one-event', 'packets-of-one-event-in-time', 'packets-at-random-in-time', 'pause-before-done'],
    ...['pause-before-first-event', 'stream-with-length', 'stream-until-close', 'stream-uncached'],
    ...['stream-role-with-empty-text', 'stream-with-empty-texts', 'stream-role-with-first-text', 'stream-in-one-chunk'],
    ...['stream-finish-content-filter', 'stream-finish-length', 'stream-a-character-a-chunk'],
    ...['stream-with-long-chunks', 'stream-with-empty-deltas', 'stream-beginning-without-choices'],
    'stream-created-of-each-chunk',
    ...['stream-deltas-with-more-members', 'stream-members-turned-round', 'usage-absent', 'usage-cached'],
    ...['usage-null-everywhere-in-streams', 'usage-in-the-final-chunk', 'usage-in-the-first-chunk'],
    ...['usage-in-every-chunk', 'usage-growing', 'usage-before-the-final-chunk', 'usage-beside-an-empty-choice'],
    ...['id-of-one-character', 'id-as-uuid', 'id-very-long', 'id-in-any-script', 'created-zero', 'usage-at-the-bound'],
    ...['headers-with-cookies', 'headers-many', 'headers-in-capitals', 'interim-103', 'interim-several'],
    ...['request-id-very-long', 'connection-closed', 'slow-first-byte', 'id-with-slashes', 'created-in-milliseconds'],
    ...['created-with-point-zero', 'created-with-exponent', 'request-id-as-uuid', 'request-id-of-digits'],
    ...['request-id-with-signs', 'request-id-mirrored', 'headers-of-a-proxy', 'headers-with-capitals', 'interim-102'],
    ...['interim-100', 'connections-of-five-answers'],
  ],
} as const

/** An error that ends the call. */
const refused = {
  core: ['code-of-one-for-all', 'message-of-many-lines'],
  full: [
    ...['code-in-capitals', 'code-of-digits', 'code-with-dots', 'message-in-german', 'message-in-chinese'],
    ...['message-in-arabic', 'message-of-one-character', 'message-very-long', 'param-where-none-is-due'],
    ...['forbidden-as-invalid-request', 'forbidden-as-rate-limit', 'forbidden-as-server-error', 'challenges-several'],
    ...['headers-without-challenge-detail', 'connection-closed', 'connection-closed-after-errors', 'slow-errors'],
    ...['compresses-json', 'json-pretty', 'json-with-tabs', 'json-with-white-space-around', 'json-charset'],
    ...['json-charset-tight', 'json-in-capitals', 'json-in-chunks', 'json-until-close', 'json-byte-by-byte'],
    ...['json-members-turned-round', 'headers-in-capitals', 'headers-with-cookies', 'headers-many', 'interim-103'],
    ...['interim-several', 'request-id-very-long', 'request-id-as-uuid', 'request-id-mirrored'],
  ],
} as const

/** The response to a client that may try again. */
const retried = {
  core: ['retry-after-absent', 'retry-after-on-503'],
  full: ['retry-after-one', 'slow-errors', 'connection-closed-after-errors'],
} as const

export const scenarioSets = ['core', 'full'] as const
export type ScenarioSet = (typeof scenarioSets)[number]

const ways = { json, stream, refused, retried }
type Ways = typeof ways

export type FreedomName = { [Way in keyof Ways]: `${Ways[Way][ScenarioSet][number]}.${Way}` }[keyof Ways]

export interface FreedomRow {
  readonly name: FreedomName
  readonly variant: string
  readonly way: keyof Ways
  readonly set: ScenarioSet
}

/** In the order of the report. */
export const freedomRows: readonly FreedomRow[] = Object.entries(ways).flatMap(([way, sets]) =>
  scenarioSets.flatMap((set) =>
    sets[set].map((variant) => ({ name: `${variant}.${way}`, variant, way, set }) as FreedomRow),
  ),
)

/** The scenarios with their own script, in the order of the report. */
export const scriptedNames = [
  'answered',
  'streamed',
  'limited',
  'unavailable-twice',
  'internal-once',
  'always-unavailable',
  'cut-answer',
  'cut-stream',
  'ended-early',
  'without-done',
  'error-in-stream',
  'after-done',
  'split-characters',
  'refused-key',
  'disabled',
  'unknown-model',
  'slow-answer',
  'stalled',
  'malformed-event',
  'reset-once',
  'limited-for-a-minute',
  'silent',
] as const
export type ScriptedName = (typeof scriptedNames)[number]
export type ScenarioName = ScriptedName | FreedomName

/** In the order of the report. */
export const scenarioNames: readonly ScenarioName[] = [...scriptedNames, ...freedomRows.map(({ name }) => name)]

export const clientFormats = ['json', 'markdown', 'junit', 'html', 'badge', 'badge-svg'] as const
export type ClientFormat = (typeof clientFormats)[number]
