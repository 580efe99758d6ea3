import { AdminError } from './admin-error.ts'
import { document, type OperationId } from './document/document.ts'

interface Described {
  readonly operationId: string
  readonly parameters?: readonly { readonly in?: unknown; readonly name?: unknown }[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

/** An operation as the server needs it, read from the document. */
export interface Route {
  readonly id: OperationId
  readonly takesBody: boolean
  /** The names of its query parameters. */
  readonly query: readonly string[]
  readonly status: number
  /** The media type of its answer; none without a body. */
  readonly type: string | undefined
}

interface Place {
  readonly form: RegExp
  readonly routes: ReadonlyMap<string, Route>
}

const PLACES: readonly Place[] = Object.entries(document.paths).map(([path, methods]) => ({
  form: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[\\w-]+)')}$`),
  routes: new Map(Object.entries(methods as Record<string, Described>).map(([method, of]) => [method, routeOf(of)])),
}))

/** What a request is for, and what its path names. @throws AdminError */
export function find(method: string, path: string): { route: Route; parameters: Readonly<Record<string, string>> } {
  for (const { form, routes } of PLACES) {
    const found = form.exec(path)
    if (!found) continue
    const route = routes.get(method.toLowerCase())
    if (route) return { route, parameters: { ...found.groups } }
    const allow = [...routes.keys()].map((name) => name.toUpperCase()).join(', ')
    throw new AdminError('wrong_method', `This path answers to ${allow}.`, { allow })
  }
  throw new AdminError('no_such_route', 'There is nothing under this path; GET /openapi.json describes what there is.')
}

function routeOf({ operationId, parameters = [], requestBody, responses }: Described): Route {
  const [status = '', { content = {} } = {}] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  return {
    id: operationId as OperationId,
    takesBody: requestBody !== undefined,
    query: parameters.filter(({ in: place }) => place === 'query').map(({ name }) => String(name)),
    status: Number(status),
    type: Object.keys(content)[0],
  }
}
