import type { IncomingHttpHeaders } from 'node:http'
import type { Freedoms } from './freedoms/index.ts'
import type { Project } from './projects.ts'
import { Refusal } from './refusal.ts'

/** Finds the project of the calling key, or refuses with 401. */
export function identify(
  { authorization }: IncomingHttpHeaders,
  projectOf: ReadonlyMap<string, Project>,
  freedoms: Freedoms,
): Project {
  const scheme = freedoms.schemeCase === 'any' ? /^bearer +(\S+)$/i : /^Bearer (\S+)$/
  const key = scheme.exec(authorization?.trim() ?? '')?.[1]
  const project = key === undefined ? undefined : projectOf.get(key)
  if (project !== undefined) return project

  const why = key === undefined ? 'There was no usable key.' : 'This key is unknown.'
  throw new Refusal(401, why, { headers: challenge(key !== undefined, freedoms) })
}

/** Refuses with 403 if the project is disabled. */
export function demandEnabled(project: Project): void {
  if (!project.enabled) throw new Refusal(403, 'This project is switched off for now.')
}

function challenge(sentKey: boolean, freedoms: Freedoms): Record<string, string> {
  if (freedoms.challenge === 'absent') return {}
  if (freedoms.challenge === 'short') return { 'www-authenticate': 'Bearer' }
  // RFC 6750, section 3.1: no error code for a request that carried no credentials at all.
  return { 'www-authenticate': `Bearer realm="second gateway"${sentKey ? ', error="invalid_token"' : ''}` }
}
