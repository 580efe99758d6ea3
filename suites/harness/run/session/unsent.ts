import type { Exchange } from '../../http/exchange.ts'
import type { Plan } from '../../http/request.ts'

/** An exchange that the budget did not allow; it is not part of the run's evidence. */
export function unsent(id: string, plan: Plan, message: string): Exchange {
  return {
    id,
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
