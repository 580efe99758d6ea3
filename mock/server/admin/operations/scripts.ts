import type { Fits, Project } from '../../../core/types.ts'
import { members } from '../../../scripts/checks.ts'
import { ANY_COMPLETION, fitsOf, type Matcher } from '../../../scripts/matcher.ts'
import { Queue } from '../../../scripts/queue.ts'
import { AdminError } from '../admin-error.ts'
import { isObject } from '../json.ts'
import type { AdminRequest } from '../operation.ts'
import { type Administered, engineOf, projectOf } from '../operation.ts'
import { stepOf } from '../steps.ts'

/** What a matcher may say in JSON; a function and a pattern need code. */
const MEMBERS: Readonly<Record<string, 'string' | 'boolean'>> = {
  model: 'string',
  stream: 'boolean',
  text: 'string',
  operation: 'string',
}

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
  const queue = new Queue(script, fits(when), engineOf(mock).deviations.overStep)
  if (always !== undefined) queue.always(stepOf(always, 'always'))
  else if (Array.isArray(next)) queue.next(...next.map((step, at) => stepOf(step, `next[${at}]`)))
  else throw new AdminError('invalid_request', 'next is no list; put the steps into brackets.')
  return { unused: script.unused }
}

function scriptOf(mock: Administered, name: string | undefined): Project['script'] {
  engineOf(mock)
  return projectOf(mock, name ?? '').script
}

function fits(when: unknown): Fits {
  if (when === undefined) return ANY_COMPLETION
  if (!isObject(when)) throw new AdminError('invalid_request', 'when is no object; put it into braces.')
  members(when, 'when', Object.keys(MEMBERS))
  for (const [name, value] of Object.entries(when))
    if (typeof value !== MEMBERS[name])
      throw new AdminError('invalid_request', `when.${name} is no ${MEMBERS[name]}; write one.`)
  return fitsOf(when as Matcher)
}
