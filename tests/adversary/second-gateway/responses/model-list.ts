import type { Freedoms } from '../freedoms/index.ts'
import type { Written } from '../json/json-value.ts'
import type { Project } from '../projects.ts'
import { createdValue, extraMembers } from './completion.ts'

/** The models of one project. A model may have no further members; the list around it may. */
export function modelListBody({ catalog }: Project, turn: number, freedoms: Freedoms): Written {
  const from = freedoms.listOrder === 'changing' && catalog.length > 0 ? turn % catalog.length : 0
  const ordered = [...catalog.slice(from), ...catalog.slice(0, from)]
  return {
    object: 'list',
    data: ordered.map((id) => ({
      id,
      object: 'model',
      created: createdValue(freedoms),
      owned_by: 'svc',
    })),
    ...extraMembers(freedoms),
  }
}
