import type { ProjectOptions } from '../../../control/open-projects.ts'
import type { Project } from '../../../core/types.ts'
import { AdminError } from '../admin-error.ts'
import type { AdminRequest } from '../operation.ts'
import { type Administered, engineOf, projectOf } from '../operation.ts'

export async function listProjects(_: AdminRequest, { accounts, store }: Administered): Promise<unknown> {
  if (store) await Promise.all(accounts.projects.map((project) => store.look(project)))
  return { projects: accounts.projects.map((project) => shown(project, accounts.configured.has(project))) }
}

/** The one response with a key in it. */
export function openProject({ body }: AdminRequest, mock: Administered): unknown {
  const { project, key } = engineOf(mock).opener.open(body as ProjectOptions)
  return { name: project.name, key }
}

export function closeProject({ parameters: { name = '' } }: AdminRequest, mock: Administered): void {
  const { opener } = engineOf(mock)
  projectOf(mock, name)
  const opened = opener.named(name)
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
