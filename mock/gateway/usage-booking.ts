import type { Refusal } from '../core/errors.ts'
import { byteLength, type HttpResponse } from '../core/http.ts'
import { type Claim, overQuota } from '../core/metering/quota.ts'
import { contentOf } from '../core/responses/chunk-content.ts'
import { countTokens } from '../core/responses/tokens.ts'
import type { Usage } from '../core/responses/usage.ts'
import type { Model, Project, Reply } from '../core/types.ts'

/**
 * The usage of one completion, from its attempt to the end of its response. Nothing else writes usage to quotas and ledger: what
 * a completion reserves, books, and returns.
 */
export class UsageBooking {
  readonly #project: Project
  readonly #model: Model
  readonly #leave: (() => void) | undefined
  #claim: Claim | undefined

  private constructor(project: Project, model: Model, leave: (() => void) | undefined) {
    this.#project = project
    this.#model = model
    this.#leave = leave
  }

  /** Begins an attempt as one of the concurrent completions; 429 if there are too many. */
  static begin(project: Project, model: Model, request: object): UsageBooking | Refusal {
    const place = project.quota?.begin(request)
    if (typeof place === 'number') return overQuota('concurrent_requests', place)
    // If other mocks decide, it is not an attempt before they have.
    if (!project.quota?.deferred) project.ledger.attempt()
    return new UsageBooking(project, model, place)
  }

  /** Takes the tokens of a reply from the quota of the minute; 429 if they are too many. */
  take(usage: Usage, request: object): Refusal | undefined {
    const claim = this.#project.quota?.takeTokens(usage, request)
    if (typeof claim === 'number') return overQuota('tokens_per_minute', claim)
    this.#claim = claim
    return undefined
  }

  /**
   * Books a reply. A body in one piece is booked at once. Others are booked when the transport reports how many bytes of these
   * texts, or which contents, it has sent.
   */
  book(reply: Reply, response: HttpResponse, texts: Iterable<string>, isDisturbed: boolean): HttpResponse {
    const atOnce = typeof response.body === 'string' && !isDisturbed && !this.#project.quota?.deferred
    if (atOnce) this.#book(reply, reply.usage, false)
    else response.onDelivered = (...sent) => this.#bookSent(reply, texts, ...sent)
    return response
  }

  /** Frees the place of the completion when its response is over. */
  endWith(response: HttpResponse): HttpResponse {
    const leave = this.#leave
    if (!leave) return response
    const { onDelivered } = response
    response.onDelivered = (bytes, aborted) => {
      leave()
      onDelivered?.(bytes, aborted)
    }
    return response
  }

  /**
   * The prompt counts always; of the completion the tokens that were sent, and of a JSON body all or none. Others go
   * back to the quota.
   */
  #bookSent(reply: Reply, texts: Iterable<string>, bytes: number, aborted: boolean, content?: string): void {
    const { prompt, completion } = reply.usage
    const sent = content === undefined ? tokensWithin(texts, bytes) : tokensOf(content, reply)
    const booked = sent === undefined || Number(completion) <= sent ? completion : sent
    this.#claim?.giveBack(Number(completion) - Number(booked))
    this.#book(reply, { prompt, completion: booked }, aborted)
  }

  #book({ form }: Reply, usage: Usage, aborted: boolean): void {
    this.#project.ledger.book({ usage, known: form !== 'unknown', price: this.#model.price, aborted })
  }
}

/** Tokens of the contents that were sent; undefined when all were. */
function tokensOf(content: string, { text }: Reply): number | undefined {
  return content.length < text.length ? countTokens(content) : undefined
}

/** Tokens of the contents that lie wholly within n bytes; undefined when no text is missing. */
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
