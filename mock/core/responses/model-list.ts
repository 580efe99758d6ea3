import { Refusal } from '../errors.ts'
import type { Model, Project } from '../types.ts'

/** Finds the model of a request. Unknown and unauthorised models get the same response (rule 7 of 4.2). */
// keeps: model-not-found, model-not-authorized, model-listed-callable
export function findModel(id: unknown, project: Project): Model | Refusal {
  const model = typeof id === 'string' ? project.models.get(id) : undefined
  const message = 'No such model is open to the project of this key; GET /v1/models lists those that are.'
  return model ?? new Refusal('model_not_found', message, { param: 'model' })
}

/** The model list of 2.2 as JSON text; an empty catalog gives an empty list, not an error. */
// keeps: list-object, list-data, list-empty, auth-project-catalog
export function listJson(models: Iterable<Model>): string {
  let items = ''
  for (const { listed } of models) items += items === '' ? listed : `,${listed}`
  return `{"object":"list","data":[${items}]}`
}
