/** Kinds of requests by what decides their response: each kind is sent with every varied value. */
import { closingOf } from '../catalogue/likely-names.ts'
import { isRequirement, type RequirementId } from '../catalogue/requirements.ts'
import type { Plan } from '../http/request.ts'
import type { Expectation } from '../judge/evidence.ts'

/** Prefix of the kinds that a rule refuses. */
const BY_A_RULE = 'refused by '

export const isByRule = (kind: string): boolean => kind.startsWith(BY_A_RULE)

/**
 * The kind of a request: what it requests, or which rule refuses it. Wrong keys are one kind on each operation. Models
 * that this key cannot call are one kind, and so are all unlisted names at one location.
 */
export function kindFor(plan: Plan, expectation: Expectation, requirement: RequirementId): string {
  const operation = plan.operation === 'models' ? 'list' : 'completion'
  if (expectation.kind === 'state') return `${requirement}, ${operation}`
  if (expectation.kind === 'denied') return 'refused with 404'
  if (expectation.kind !== 'rejected') return plan.stream ? 'stream' : operation
  const [status, ...others] = expectation.statuses
  if (status === 401) return `refused with 401, ${operation}`
  if (others.length === 0 && (status === 404 || status === 413)) return `refused with ${status}`
  return `${BY_A_RULE}${ruleFor(requirement, expectation.fields)}`
}

/** The rule that refuses a request: streaming is one more variation, and not a separate rule. */
function ruleFor(requirement: RequirementId, fields: readonly string[] = []): RequirementId {
  if (requirement !== 'stream-invalid-request') return closingOf(requirement)
  return fields.map((field) => `request-${field}`).find(isRequirement) ?? 'request-closed'
}
