import type { Usage } from './usage.ts'

/** What a project has used, as the gateway meters it (contract 1). Nothing of a prompt or an answer is in it. */
export interface LedgerEntry {
  /** Authenticated requests, refused ones included. */
  readonly requests: number
  /** Requests that reached a model, failed ones included. */
  readonly attempts: number
  /** Completions whose caller had gone before the end. */
  readonly aborted: number
  /** Completions with known and with unknown usage. Unknown is not zero (2.5), so it is counted apart. */
  readonly usage_known: number
  readonly usage_unknown: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
  /** Shadow price in millionths of a unit of account; nobody is charged. */
  readonly price_micros: number
}

/** Prices a token, in millionths of a unit of account. */
export interface Price {
  readonly prompt: number
  readonly completion: number
}

/** The running account of one project. */
export class Ledger implements LedgerEntry {
  requests = 0
  attempts = 0
  aborted = 0
  usage_known = 0
  usage_unknown = 0
  prompt_tokens = 0
  completion_tokens = 0
  price_micros = 0

  /** Books what one completion used. */
  book(usage: Usage, known: boolean, price: Price): void {
    if (!known) {
      this.usage_unknown++
      return
    }
    this.usage_known++
    this.prompt_tokens += usage.prompt
    this.completion_tokens += usage.completion
    this.price_micros += usage.prompt * price.prompt + usage.completion * price.completion
  }

  /** A copy that no later request changes. */
  snapshot(): LedgerEntry {
    return Object.freeze({ ...this })
  }
}
