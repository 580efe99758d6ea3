import { AdminError } from './admin-error.ts'
import type { Description } from './document/building.ts'
import { OPERATIONS, type OperationId } from './document/operations.ts'

/** An operation as the server needs it. */
type Route = (typeof ROUTES)[number]

const ROUTES = Object.entries<Description>(OPERATIONS).map(([id, { on, body, query = [], success }]) => {
  const [method = '', path = ''] = on.split(' ')
  return {
    method,
    form: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[\\w-]+)')}$`),
    id: id as OperationId,
    takesBody: body !== undefined,
    /** The names of its query parameters. */
    query: query.map(({ name }) => name),
    status: success.status,
    /** The media type of its response; none without a body. */
    type: success.schema && (success.type ?? 'application/json'),
  }
})

/** The operation of a request, and the name in its path. @throws AdminError */
export function find(method: string, path: string): { route: Route; parameters: Readonly<Record<string, string>> } {
  const here = ROUTES.filter(({ form }) => form.test(path))
  const route = here.find((one) => one.method === method)
  if (route) return { route, parameters: { ...route.form.exec(path)?.groups } }
  if (here.length === 0)
    throw new AdminError(
      'no_such_route',
      'There is nothing under this path; GET /openapi.json describes what there is.',
    )
  const allow = here.map((one) => one.method).join(', ')
  throw new AdminError('wrong_method', `This path accepts ${allow}.`, { allow })
}
