import type { Project } from '../../../core/types.ts'
import { members } from '../../../scripts/checks.ts'
import { ANY_COMPLETION, fitsOf } from '../../../scripts/matcher.ts'
import { Queue } from '../../../scripts/queue.ts'
import { matcherOf } from '../../../scripts/written/matcher.ts'
import { stepOf } from '../../../scripts/written/step.ts'
import { AdminError } from '../admin-error.ts'
import type { AdminRequest } from '../operation.ts'
import { type Administered, engineOf, projectOf } from '../operation.ts'

export function readScript({ parameters }: AdminRequest, mock: Administered): unknown {
  return { unused: scriptOf(mock, parameters.name).unused }
}

export function clearScript({ parameters }: AdminRequest, mock: Administered): void {
  scriptOf(mock, parameters.name).clear()
}

/** All steps or, when one of them cannot be used, none. */
export function extendScript({ parameters, body }: AdminRequest, mock: Administered): unknown {
  const script = scriptOf(mock, parameters.name)
  members(body, 'The body', ['when', 'next', 'always'])
  const { when, next, always } = body
  if ((next === undefined) === (always === undefined))
    throw new AdminError('invalid_request', 'Write either next, a list of steps, or always, one step.')
  const { overStep } = engineOf(mock).deviations
  const queue = new Queue(script, when === undefined ? ANY_COMPLETION : fitsOf(matcherOf(when)), overStep)
  if (always !== undefined) queue.always(stepOf(always, 'always', overStep))
  else if (Array.isArray(next)) queue.next(...next.map((step, at) => stepOf(step, `next[${at}]`, overStep)))
  else throw new AdminError('invalid_request', 'next must be an array of steps.')
  return { unused: script.unused }
}

function scriptOf(mock: Administered, name: string | undefined): Project['script'] {
  engineOf(mock)
  return projectOf(mock, name ?? '').script
}
