/** What the judgements of expectations share: how a finding is said, and what says nothing. */
import type { Exchange } from '../exchange.ts'
import type { Finding, Outcome } from '../finding.ts'
import { brokeOff, recognise } from './answer.ts'

export type Say = (outcome: Outcome, message: string, more?: Partial<Finding>) => Finding

/** Statuses that say nothing about a valid request: limits and trouble behind the gateway are real. */
export const TRANSIENT: readonly number[] = [429, 500, 503]

/** What a valid request may meet without a verdict on its rule; 502 and 504 are breaches of their own. */
export const UNSETTLED: readonly number[] = [...TRANSIENT, 502, 504]

/** Why there is no answer, in words. */
export function failed(exchange: Exchange): string {
  return `no answer: ${exchange.failure?.code ?? 'unknown'} ${exchange.failure?.message ?? ''}`.trim()
}

/** How the control of a rejection, or of an acceptance, went. */
export function accepted(control: Exchange | undefined): 'yes' | 'no' | 'unclear' {
  if (!control?.answer) return 'unclear'
  if (brokeOff(control)) return 'unclear'
  if (UNSETTLED.includes(control.answer.status) || control.answer.status === 403) return 'unclear'
  return recognise(control) ? 'yes' : 'no'
}
