/** A judgement: what one exchange says under one expectation, whichever check and requirement it was sent for. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import { brokeOff, recognise } from '../http/response.ts'
import type { Finding, Outcome } from './finding.ts'

export interface Judgement extends Pick<Finding, 'outcome' | 'message' | 'expected' | 'actual' | 'at' | 'statuses'> {
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

/** Nothing can be said without a response. */
export function withoutResponse(exchange: Exchange): Judgement {
  return judgement('inconclusive', whyNoResponse(exchange))
}

/** Why there is no response, in words. */
export function whyNoResponse({ failure }: Exchange): string {
  return `no response: ${failure?.code ?? 'unknown'} ${failure?.message ?? ''}`.trim()
}

/** The target has ended the connection of each attempt, and responded to the valid requests between them. */
export function dropped(exchange: Exchange, expected: string, statuses: readonly number[]): Judgement {
  const message = 'the target closed the connection without a response, each time'
  return judgement('fail', message, { expected, actual: whyNoResponse(exchange), statuses })
}

/** Statuses that say nothing about the rule under test: limits and errors behind the gateway happen to every target. */
export const TRANSIENT: readonly number[] = [429, 500, 502, 503, 504]

/** How the control of a rejection, or of an acceptance, went. */
export function accepted(control: Exchange | undefined): 'yes' | 'no' | 'unclear' {
  if (!control?.response) return 'unclear'
  if (brokeOff(control)) return 'unclear'
  if (TRANSIENT.includes(control.response.status) || control.response.status === 403) return 'unclear'
  return recognise(control) ? 'yes' : 'no'
}
