import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import type { JsonObject } from '../../core/request/body.ts'
import type { Problem } from '../../core/request/problems.ts'
import { RULES, type RuleName } from '../../core/request/rules.ts'
import type { Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import { instead } from './instead.ts'

/** Ignores problems for which the contract requires a refusal. */
export function forgive(which: (problem: Problem, call: Call) => boolean): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    problemsOf(body, call) {
      const problems = behaviour.problemsOf(body, call)
      const left = problems.filter((problem) => !which(problem, call))
      // The deviation has an effect only if the request has no other problem.
      if (left.length === 0 && problems.length > 0) emit()
      return left
    },
    // Serve a request without a usable model with the first model.
    findModel(id, project, accounts, call) {
      const found = behaviour.findModel(id, project, accounts, call)
      const usable = typeof id === 'string' && /^svc\/[a-z0-9-]+$/.test(id)
      const [first] = project.models.values()
      if (usable || !first) return found
      return typeof id === 'string' ? { ...first, id } : first
    },
  })
}

/** Does not apply these rules, on all calls or on some. */
export function ignore(rules: RuleName | readonly RuleName[], when: (call: Call) => boolean = () => true): Apply {
  const ignored = new Set<string>([rules].flat())
  return forgive((problem, call) => ignored.has(problem.rule) && when(call))
}

/** The requirements that break if these rules are not applied. */
export const keptBy = (rules: RuleName | readonly RuleName[]): RequirementId[] =>
  [rules].flat().flatMap((rule) => [...RULES[rule].keeps])

/** Refuses requests that the contract allows. */
export function refuse(which: (body: JsonObject, call: Call) => string | undefined | false): Apply {
  const message = 'is refused by a fault or variant of this mock; leave it out'
  return instead('problemsOf', (plain, body, call) => {
    const param = plain().length === 0 && which(body, call)
    return param ? [{ rule: 'refused', code: 'invalid_value', param, message }] : plain()
  })
}

/** Selects valid requests. */
export type Valid = (body: JsonObject, call: Call) => boolean

/** Refuses valid requests, and names a field as the cause. */
export const refuseValid = (field: string, when: Valid): Apply => refuse((body, call) => when(body, call) && field)

export const SECOND = 1000

/** Counts requests of projects with limits in windows of another length in milliseconds, with another wait. */
export function limiting(most: number, length: number, wait: number): Apply {
  return (behaviour, emit) => {
    const windows = new Map<string, { readonly from: number; used: number }>()
    return {
      ...behaviour,
      takeQuota(project, call) {
        if (!project.quota) return behaviour.takeQuota(project, call)
        const known = windows.get(project.name)
        const window = known && call.at - known.from < length ? known : { from: call.at, used: 0 }
        windows.set(project.name, window)
        window.used += 1
        if (window.used <= most) return undefined
        emit()
        return wait
      },
    }
  }
}
