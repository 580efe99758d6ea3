import type { Exchange, Identity } from '../../http/exchange.ts'
import type { Plan } from '../../http/request.ts'

/** An exchange that the budget did not allow; it is not part of the run's evidence. */
export function unsent(identity: Identity, plan: Plan, message: string): Exchange {
  return {
    ...identity,
    request: {
      operation: plan.operation,
      method: plan.method,
      path: plan.path,
      headers: plan.headers,
      body: undefined,
      framing: plan.framing,
      stream: plan.stream,
      ownRequestId: undefined,
      model: plan.model,
    },
    failure: { stage: 'budget', code: 'BUDGET', message },
    duration: 0,
  }
}

/** Whether an exchange was not sent, or ended by our own limits. */
export function isUnsent({ failure }: Pick<Exchange, 'failure'>): boolean {
  return failure?.stage === 'budget'
}

/** Thrown instead of sending, if the target has stopped answering or the run has seen enough. */
export class NothingFurther extends Error {}
