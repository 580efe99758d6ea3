import type { Observing } from '../../../journal/client-verdict/observing.ts'
import { members } from '../../../scripts/checks.ts'
import { AdminError } from '../admin-error.ts'
import { type Administered, engineOf, type Operate, projectOf } from '../operation.ts'

/** Most observations that are remembered, ended ones included. */
const MOST = 1_000

const OUTCOMES = { returned: 'fulfilled', threw: 'rejected', aborted: 'rejected' } as const

interface Started {
  readonly project: string
  readonly observing: Observing
}

/** Starting and ending observations of one mock: what `observe` does in code, for clients in other processes. */
export function observationsOf(mock: Administered): { startObservation: Operate; endObservation: Operate } {
  const started = new Map<string, Started>()
  let count = 0

  const startObservation: Operate = ({ parameters: { name = '' }, body }) => {
    members(body, 'The body', [])
    const { inquiry } = engineOf(mock)
    const project = projectOf(mock, name)
    if (inquiry.isObserved(project))
      throw new AdminError(
        'observation_running',
        'Another observation of this project runs, and nobody could tell whose requests are whose; end it first, or open a project for each client.',
      )
    if (started.size === MOST) started.delete(started.keys().next().value as string)
    const id = `obs_${++count}`
    started.set(id, { project: name, observing: inquiry.begin(project) })
    return { id }
  }

  const endObservation: Operate = ({ parameters: { name = '', id = '' }, body }) => {
    members(body, 'The body', ['outcome'])
    const { inquiry } = engineOf(mock)
    const project = projectOf(mock, name)
    const { outcome } = body
    if (!isOutcome(outcome))
      throw new AdminError('invalid_request', 'outcome is how the call ended; write returned, threw or aborted.')
    const found = started.get(id)
    if (found?.project !== name)
      throw new AdminError(
        'no_such_observation',
        'No observation of this project has this id; POST .../observations gives one.',
      )
    if (found.observing.outcome !== 'pending')
      throw new AdminError(
        'observation_ended',
        'This observation has been ended before; start another for the next call.',
      )
    if (outcome === 'aborted') inquiry.abort(found.observing)
    inquiry.settle(found.observing, OUTCOMES[outcome], project)
    return inquiry.verdictOn(found.observing, project)
  }

  return { startObservation, endObservation }
}

function isOutcome(value: unknown): value is keyof typeof OUTCOMES {
  return typeof value === 'string' && Object.hasOwn(OUTCOMES, value)
}
