import type { ProjectOptions } from '../../../control/open-projects.ts'
import type { Project } from '../../../core/types.ts'
import { AdminError } from '../admin-error.ts'
import { engineOf, type Operate, projectOf } from '../operation.ts'

const listProjects: Operate = async (_, { accounts, store }) => {
  if (store) await Promise.all(accounts.projects.map((project) => store.look(project)))
  return { projects: accounts.projects.map((project) => shown(project, accounts.configured.has(project))) }
}

/** The one response with a key in it. */
const openProject: Operate = ({ body }, mock) => {
  const { project, key } = engineOf(mock).opener.open(body as ProjectOptions)
  return { name: project.name, key }
}

const closeProject: Operate = ({ parameters }, mock) => {
  const { opener } = engineOf(mock)
  const opened = opener.named(projectOf(mock, parameters).name)
  if (!opened)
    throw new AdminError(
      'not_minted',
      'This project is one of the configuration; take it out there, and POST /reload the rest.',
    )
  opener.close(opened)
}

/** Never its keys. */
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

export const projects = { listProjects, openProject, closeProject }
