import type { Project } from '../../../core/types.ts'
import { isRunning, type Observing } from '../../../journal/client-verdict/observing.ts'
import { members } from '../../../scripts/checks.ts'
import { AdminError } from '../admin-error.ts'
import { type Administered, type AdminRequest, engineOf, type Operate, projectOf } from '../operation.ts'

/** The maximum number of observations to remember, including ended ones. */
const MAX = 1_000

const OUTCOMES = { returned: 'fulfilled', threw: 'rejected', aborted: 'rejected' } as const

/** Milliseconds after which a call cannot still be running: its observer must have ended. */
const LIFETIME = 600_000

/** Starts and ends observations of one mock, like `observe` in code, for clients in other processes. */
export function observationsOf(mock: Administered, lifetime = LIFETIME) {
  const started = new Map<string, { readonly project: string; readonly observing: Observing }>()
  let count = 0

  const startObservation: Operate = ({ parameters, body }) => {
    members(body, 'The body', [])
    const { inquiry } = engineOf(mock)
    const project = projectOf(mock, parameters)
    const { name } = project
    if (inquiry.isObserved(project)) throw runningIn(name)
    if (started.size === MAX) started.delete(started.keys().next().value as string)
    const id = `obs_${++count}`
    started.set(id, { project: name, observing: inquiry.begin(project, lifetime) })
    return { id }
  }

  const endObservation: Operate = ({ parameters, body }) => {
    members(body, 'The body', ['outcome'])
    const { inquiry } = engineOf(mock)
    const project = projectOf(mock, parameters)
    const { outcome } = body
    if (!isOutcome(outcome))
      throw new AdminError('invalid_request', 'outcome must be how the call ended: returned, threw or aborted.')
    const observing = observingOf(project, parameters)
    if (observing.outcome !== 'pending')
      throw new AdminError('observation_ended', 'This observation has already ended; start another for the next call.')
    const expired = `was not ended within ${lifetime / 60_000} minutes, and has expired; start another for the next call`
    if (!isRunning(observing)) throw new AdminError('observation_ended', `This observation ${expired}.`)
    if (outcome === 'aborted') inquiry.abort(observing)
    inquiry.settle(observing, OUTCOMES[outcome], project)
    return inquiry.verdictOn(observing, project)
  }

  const dropObservation: Operate = ({ parameters }) => {
    const { inquiry } = engineOf(mock)
    const observing = observingOf(projectOf(mock, parameters), parameters)
    // An observation that has ended was judged, and that cannot be undone.
    if (observing.outcome === 'pending') inquiry.giveUp(observing)
    return undefined
  }

  function observingOf({ name }: Project, { id = '' }: AdminRequest['parameters']): Observing {
    const observation = started.get(id)
    if (observation?.project === name) return observation.observing
    const message = 'No observation of this project has this id; POST .../observations returns one.'
    throw new AdminError('no_such_observation', message)
  }

  /** The error contains the id of the running observation, because the process that knew it may have ended. */
  function runningIn(project: string): AdminError {
    const running = [...started].find(([, one]) => one.project === project && isRunning(one.observing))
    const [id, path] = running ? [` (${running[0]})`, ` .../observations/${running[0]}`] : ['', '']
    const message = `Another observation of this project is running${id}, and requests could not be assigned to one of the two; end it with PATCH${path}, drop it with DELETE if its process is gone, or open a project for each client.`
    return new AdminError('observation_running', message)
  }

  return { startObservation, endObservation, dropObservation }
}

function isOutcome(value: unknown): value is keyof typeof OUTCOMES {
  return typeof value === 'string' && Object.hasOwn(OUTCOMES, value)
}
