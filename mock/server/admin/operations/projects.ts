import type { ProjectOptions } from '../../../control/open-projects.ts'
import type { Project, ProjectScript } from '../../../core/types.ts'
import { members } from '../../../scripts/checks.ts'
import { anyCompletion, matcherOf, mismatchOf } from '../../../scripts/matcher.ts'
import { Queue } from '../../../scripts/queue.ts'
import { stepOf } from '../../../scripts/written/step.ts'
import { AdminError } from '../admin-error.ts'
import { type Administered, type AdminRequest, engineOf, type Operate, projectOf } from '../operation.ts'

const listProjects: Operate = async (_, { accounts, store }) => {
  if (store) await Promise.all(accounts.projects.map((project) => store.look(project)))
  return { projects: accounts.projects.map((project) => shown(project, accounts.configured.has(project))) }
}

/** Opens a project. This is the only response that contains a key. */
const openProject: Operate = ({ body }, mock) => {
  const { project, key } = engineOf(mock).opener.open(body as ProjectOptions)
  return { name: project.name, key }
}

const closeProject: Operate = ({ parameters }, mock) => {
  const { opener } = engineOf(mock)
  const opened = opener.named(projectOf(mock, parameters).name)
  const message = 'This project is one of the configuration; take it out there, and POST /reload the rest.'
  if (!opened) throw new AdminError('not_minted', message)
  opener.close(opened)
}

/** Describes a project, without its keys. */
function shown({ name, models, disabled, quota, script }: Project, configured: boolean): unknown {
  return {
    name,
    origin: configured ? 'configured' : 'opened',
    models: [...models.keys()],
    disabled,
    strict: script.strict,
    quota: quota?.standing ?? {},
  }
}

const readScript: Operate = (request, mock) => ({ unused: scriptOf(request, mock).unused })

const clearScript: Operate = (request, mock) => scriptOf(request, mock).clear()

/** Adds all steps, or none if one of them is invalid. */
const extendScript: Operate = (request, mock) => {
  const { body } = request
  const script = scriptOf(request, mock)
  members(body, 'The body', ['when', 'next', 'always'])
  const { when, next, always } = body
  if ((next === undefined) === (always === undefined))
    throw new AdminError('invalid_request', 'Write either next, a list of steps, or always, one step.')
  const { applyToStep } = engineOf(mock).deviations
  const queue = new Queue(script, when === undefined ? anyCompletion : mismatchOf(matcherOf(when)), applyToStep)
  if (always !== undefined) queue.always(stepOf(always, 'always', applyToStep))
  else if (Array.isArray(next)) queue.next(...next.map((step, at) => stepOf(step, `next[${at}]`, applyToStep)))
  else throw new AdminError('invalid_request', 'next must be an array of steps.')
  return { unused: script.unused }
}

function scriptOf({ parameters }: AdminRequest, mock: Administered): ProjectScript {
  engineOf(mock)
  return projectOf(mock, parameters).script
}

export const projects = { listProjects, openProject, closeProject, readScript, clearScript, extendScript }
