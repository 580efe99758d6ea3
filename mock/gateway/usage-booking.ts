import type { Refusal } from '../core/errors.ts'
import { byteLength, type HttpResponse, whenOver } from '../core/http.ts'
import { CELL } from '../core/metering/cells.ts'
import { book } from '../core/metering/ledger.ts'
import { type GiveBack, overQuota } from '../core/metering/quota.ts'
import { contentOf } from '../core/responses/chunk-content.ts'
import { countTokens } from '../core/responses/tokens.ts'
import type { Usage } from '../core/responses/usage.ts'
import type { Model, Project, Reply } from '../core/types.ts'

/** The booking of one completion, from the attempt to the end of its response. */
export type UsageBooking = Exclude<ReturnType<typeof beginBooking>, Refusal>

/**
 * Begins an attempt as one of the concurrent completions; 429 if there are too many. This is the only code that
 * reserves, books and returns the usage of a completion in quotas and ledger.
 */
export function beginBooking(project: Project, model: Model, request: object) {
  const { quota, cells } = project
  const leave = quota?.begin(request)
  if (typeof leave === 'number') return overQuota('concurrent_requests', leave)
  // With a shared quota, this becomes an attempt only after the decision of the store.
  if (!quota?.deferred) cells.count(CELL.attempts)
  let giveBack: GiveBack | undefined

  const bookNow = ({ form }: Reply, usage: Usage, aborted: boolean): void =>
    book(cells, form === 'unknown' ? undefined : usage, model.price, aborted)

  /**
   * Always books the prompt, and only those completion tokens that were sent (of a JSON body, all or none). Returns the
   * others to the quota.
   */
  const bookSent = (reply: Reply, texts: Iterable<string>, bytes: number, aborted: boolean, content?: string): void => {
    const { prompt, completion } = reply.usage
    const sent = content === undefined ? tokensWithin(texts, bytes) : tokensOf(content, reply)
    const booked = sent === undefined || Number(completion) <= sent ? completion : sent
    giveBack?.(Number(completion) - Number(booked))
    bookNow(reply, { prompt, completion: booked }, aborted)
  }

  return {
    /** Takes the tokens of a reply from the quota of the current minute; 429 if too few are left. */
    take(usage: Usage): Refusal | undefined {
      const taken = quota?.takeTokens(usage, request)
      if (typeof taken === 'number') return overQuota('tokens_per_minute', taken)
      giveBack = taken
      return undefined
    },

    /**
     * Books a reply. A whole body is booked at once. Other bodies are booked later, when the transport reports what it
     * has sent: a number of bytes of these texts, or the content.
     */
    book(reply: Reply, response: HttpResponse, texts: Iterable<string>, isDisturbed: boolean): HttpResponse {
      const atOnce = typeof response.body === 'string' && !isDisturbed && !quota?.deferred
      if (atOnce) bookNow(reply, reply.usage, false)
      else response.onDelivered = (...sent) => bookSent(reply, texts, ...sent)
      return response
    },

    /** Frees the slot of the completion when its response is over. */
    endWith: (response: HttpResponse): HttpResponse => (leave ? whenOver(response, leave) : response),
  }
}

/** The number of tokens of the content that was sent; undefined if all of it was sent. */
function tokensOf(content: string, { text }: Reply): number | undefined {
  return content.length < text.length ? countTokens(content) : undefined
}

/** The number of tokens of those texts that lie entirely within n bytes; undefined if all do. */
function tokensWithin(texts: Iterable<string>, bytes: number): number | undefined {
  let end = 0
  let content = ''
  for (const text of texts) {
    end += byteLength(text)
    if (end > bytes) return countTokens(content)
    content += contentOf(text)
  }
  return undefined
}
