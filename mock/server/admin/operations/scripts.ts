import type { ProjectScript } from '../../../core/types.ts'
import { members } from '../../../scripts/checks.ts'
import { ANY_COMPLETION, fitsOf, matcherOf } from '../../../scripts/matcher.ts'
import { Queue } from '../../../scripts/queue.ts'
import { stepOf } from '../../../scripts/written/step.ts'
import { AdminError } from '../admin-error.ts'
import { type Administered, type AdminRequest, engineOf, type Operate, projectOf } from '../operation.ts'

const readScript: Operate = (request, mock) => ({ unused: scriptOf(request, mock).unused })

const clearScript: Operate = (request, mock) => scriptOf(request, mock).clear()

/** All steps or, when one of them cannot be used, none. */
const extendScript: Operate = (request, mock) => {
  const { body } = request
  const script = scriptOf(request, mock)
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

function scriptOf({ parameters }: AdminRequest, mock: Administered): ProjectScript {
  engineOf(mock)
  return projectOf(mock, parameters).script
}

export const scripts = { readScript, clearScript, extendScript }
