/** A judgement: what one exchange says under one expectation, whichever check and requirement it was sent for. */
import type { RequirementId } from '../catalogue/requirements.ts'
import { brokeOff, recognise } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Finding, Outcome } from './finding.ts'

export interface Judgement extends Pick<Finding, 'outcome' | 'message' | 'expected' | 'actual' | 'at' | 'due'> {
  /** Where it speaks of another requirement than the one that the check tried. */
  readonly requirement?: RequirementId
}

export function judgement(
  outcome: Outcome,
  message: string,
  more: Omit<Judgement, 'outcome' | 'message'> = {},
): Judgement {
  return { outcome, message, ...more }
}

/** Nothing can be said without an answer. */
export function unanswered(exchange: Exchange): Judgement {
  return judgement('inconclusive', whyUnanswered(exchange))
}

/** Why there is no answer, in words. */
export function whyUnanswered({ failure }: Exchange): string {
  return `no answer: ${failure?.code ?? 'unknown'} ${failure?.message ?? ''}`.trim()
}

/** Statuses that say nothing about a valid request: limits and errors behind the gateway happen to every target. */
export const TRANSIENT: readonly number[] = [429, 500, 503]

/** What a valid request may meet without a verdict on its rule; 502 and 504 are breaches of their own. */
export const UNSETTLED: readonly number[] = [...TRANSIENT, 502, 504]

/** How the control of a rejection, or of an acceptance, went. */
export function accepted(control: Exchange | undefined): 'yes' | 'no' | 'unclear' {
  if (!control?.answer) return 'unclear'
  if (brokeOff(control)) return 'unclear'
  if (UNSETTLED.includes(control.answer.status) || control.answer.status === 403) return 'unclear'
  return recognise(control) ? 'yes' : 'no'
}
