/** What recorded requests show about the clients that sent them. It never counts against the gateway. */
import type { RequirementId } from '../catalogue/requirements.ts'
import { headerValues } from '../http/exchange.ts'
import type { Deserved } from './deserved.ts'
import type { Readable } from './readable.ts'
import type { SeenExchange } from './seen.ts'
import { digest } from './together.ts'

/** Findings with the ids that the mock's verdict also uses, each with its sentence. */
export const CLIENT_FINDINGS = {
  'unknown-field': 'It sent fields outside the contract (4.2, rule 1).',
  'null-field': 'It sent fields as null (4.2, rule 2).',
  'both-max-fields': 'It sent max_tokens together with max_completion_tokens (4.2, rule 3).',
  'stream-options-without-stream': 'It sent stream_options without "stream": true (4.2, rule 4).',
  'invalid-request': 'It sent requests that the tables of 4.2 and 2.3 do not allow.',
  'body-not-json': 'It sent a body that is not a JSON object in UTF-8 (4.2).',
  'body-too-large': 'It sent a body of more than 1 MiB (4.2, rule 6).',
  'key-in-url': 'It put a key into a URL (1), where logs of intermediaries keep it.',
  'retry-after-ignored': 'It sent a request again sooner than Retry-After allowed (7.4).',
  'repeated-in-vain': 'It repeated a request unchanged after an error that is not transient.',
  'repeated-without-pause': 'It repeated a failed request at once, without a pause.',
  'stream-left-early': 'It left before the response had ended.',
} as const

export type ClientFinding = keyof typeof CLIENT_FINDINGS

const BY_RULE: Partial<Record<RequirementId, ClientFinding>> = {
  'request-closed': 'unknown-field',
  'request-closed-likely': 'unknown-field',
  'request-no-null': 'null-field',
  'request-max-exclusive': 'both-max-fields',
  'request-stream-options-need-stream': 'stream-options-without-stream',
  'request-body-json': 'body-not-json',
  'request-size-refused': 'body-too-large',
}

/** The maximum number of failures to remember. */
const MAX = 1000
/** The tolerance for clocks and rounding, in milliseconds. */
const TOLERANCE = 500
/** The minimum pause after a failure, in milliseconds. */
const PAUSE = 100
/** After this many milliseconds, an equal request is new, and not a repetition, unless Retry-After is longer. */
const FORGOTTEN = 600_000

interface Failure {
  readonly status: number
  readonly ended: number
  readonly retryAfter: number | undefined
}

export class Clients {
  readonly #failures = new Map<string, Failure>()

  /** @param caller a digest that identifies the caller; undefined if the record does not show the caller */
  add(
    seen: SeenExchange,
    read: Readable,
    deserves: Deserved | undefined,
    caller: string | undefined,
  ): ReadonlySet<ClientFinding> {
    const found = new Set<ClientFinding>(
      (deserves?.faults ?? []).map(({ requirement }) => BY_RULE[requirement] ?? 'invalid-request'),
    )
    if (/svc_[A-Za-z0-9-]+_/.test(seen.request.url)) found.add('key-in-url')
    if (seen.endedBy === 'client') found.add('stream-left-early')
    for (const finding of this.#repeats(seen, read, caller)) found.add(finding)
    return found
  }

  #repeats(
    { at, duration }: SeenExchange,
    { exchange, asked }: Readable,
    caller: string | undefined,
  ): readonly ClientFinding[] {
    if (at === undefined || duration === undefined || caller === undefined || !asked) return []
    const key = digest(caller, asked.bytes)
    const before = this.#failures.get(key)
    this.#failures.delete(key)
    const { status } = exchange.response
    if (status >= 400) {
      const [value = ''] = headerValues(exchange.response, 'retry-after')
      const retryAfter = /^\d{1,9}$/.test(value) ? Number(value) : undefined
      this.#failures.set(key, { status, ended: at + duration, retryAfter })
      if (this.#failures.size > MAX) this.#failures.delete(this.#failures.keys().next().value as string)
    }
    const waited = before && at - before.ended
    // Equal requests that were in flight at the same time are not repeats.
    if (!before || waited === undefined || waited < 0) return []
    if (waited > Math.max(FORGOTTEN, (before.retryAfter ?? 0) * 1000)) return []
    if ([400, 401, 403, 404, 413].includes(before.status)) return ['repeated-in-vain']
    if (before.retryAfter !== undefined && waited < before.retryAfter * 1000 - TOLERANCE) return ['retry-after-ignored']
    return waited < PAUSE ? ['repeated-without-pause'] : []
  }
}
