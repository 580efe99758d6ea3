/**
 * Judges one exchange against the expectation of its check. Pure: a check reads the findings during the run, and the
 * same exchanges are judged again for the verdicts.
 */
import { compact } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import { judgeAccepted, judgeDenied, judgeRejected } from './acceptance.ts'
import type { Consistency } from './attempts.ts'
import { type Evidence, type Expectation, type Finding, type Judgement, judgement } from './evidence.ts'
import { observe } from './observation.ts'
import { judgeCallable, judgeLists, judgeOwnRequestId, judgeServed, judgeState, judgeStray } from './states.ts'

/**
 * The findings of one piece of evidence.
 *
 * @param attempts what the attempts at the request show about `exchange`, the last attempt
 */
export function judgeEvidence(
  evidence: Evidence,
  exchange: Exchange,
  control: Exchange | undefined,
  attempts: Consistency,
): Finding[] {
  const { check, title, replay } = evidence
  const exchanges = control ? [exchange.id, control.id] : [exchange.id]
  return judge(evidence.expectation, exchange, control, attempts).map(
    ({ requirement = evidence.requirement, outcome, message, ...more }) => ({
      requirement,
      outcome,
      message: message === '' ? title : `${title}: ${message}`,
      asked: title,
      brief: message,
      exchanges,
      check,
      ...compact({
        replay: outcome === 'fail' ? replay : undefined,
        only: outcome === 'fail' ? evidence.only : undefined,
      }),
      ...more,
    }),
  )
}

function judge(
  expectation: Expectation,
  exchange: Exchange,
  control: Exchange | undefined,
  attempts: Consistency,
): readonly Judgement[] {
  switch (expectation.kind) {
    case 'accepted':
      return judgeAccepted(expectation, exchange, control, attempts)
    case 'rejected':
      return judgeRejected(expectation, exchange, control, attempts)
    case 'denied':
      return [judgeDenied(exchange, control, attempts)]
    case 'state':
      return [judgeState(expectation, exchange, control, attempts)]
    case 'served':
      return [judgeServed(expectation, exchange, attempts)]
    case 'callable':
      return [judgeCallable(exchange, control, attempts)]
    case 'lists':
      return [judgeLists(expectation, exchange)]
    case 'own-request-id':
      return [judgeOwnRequestId(exchange)]
    case 'stray':
      return [judgeStray(exchange, attempts)]
    case 'observed':
      return [judgement('observed', observe(expectation.what, exchange))]
  }
}
