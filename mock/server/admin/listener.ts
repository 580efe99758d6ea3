import type { IncomingMessage, ServerResponse } from 'node:http'
import { ConfigError } from '../../core/config.ts'
import { realTimer } from '../../core/time/clock.ts'
import { Connections } from '../http/connections.ts'
import { listen } from '../http/server.ts'
import { type MakeServer, urlOf } from '../http/tls.ts'
import { AdminError, adminErrorOf } from './admin-error.ts'
import { type AdminAddress, type AdminSettings, checkOrigin, checkToken } from './auth.ts'
import type { Description } from './document/building.ts'
import { OPERATIONS, type OperationId } from './document/operations.ts'
import { readObject, writeJson } from './json.ts'
import type { Administered } from './operation.ts'
import { operationsFor } from './operations.ts'
import { asksForPage, page } from './page/page.ts'

const { createServer } = process.getBuiltinModule('node:http')

/** The maximum size of a body in bytes: a configuration, or the texts of a script. */
const MAX_BYTES = 4 * 1_048_576

/** Milliseconds for current responses on closing: often, one of them is the response to the request to close. */
const GRACE = 1_000

/** Milliseconds before the response to a wrong token, to slow down guessing. */
const PAUSE = 250

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => realTimer(milliseconds, resolve))

const JSON_TYPE = 'application/json'

/** A response of any kind. */
interface Reply {
  readonly status: number
  readonly type: string | undefined
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A running admin API. */
export interface Admin {
  readonly address: AdminAddress
  /** Frees the port. */
  close(): Promise<void>
}

/** Starts the admin API of a mock. @throws ConfigError when it cannot listen there */
export async function openAdmin(
  mock: Administered,
  { port, host, token, documents }: AdminSettings,
  make: MakeServer | undefined,
): Promise<Admin> {
  const operations = operationsFor(mock, documents)
  const respond = async (request: IncomingMessage): Promise<Reply> => {
    // The page needs no token: it contains no data, and a browser can send a token only after the page asks for it.
    const isPage = asksForPage(request)
    if (!isPage || token === undefined) checkToken(request.headers, token)
    if (isPage) return { status: 200, ...page }
    checkOrigin(request.headers)
    const [path = '', search = ''] = (request.url ?? '').split('?', 2)
    const { route, parameters } = find(request.method ?? '', path)
    const query = new URLSearchParams(search)
    for (const name of query.keys())
      if (!route.query.includes(name)) throw new AdminError('invalid_request', unknownParameter(route.query))
    const body = route.takesBody ? readObject(await textOf(request)) : {}
    const value = await operations[route.id]({ parameters, query, body }, mock)
    const { status, type } = route
    return { status, type, text: type === JSON_TYPE ? writeJson(value) : String(value ?? '') }
  }
  const server = (make ?? createServer)({})
  const connections = new Connections(server)
  server.on('request', (request, outgoing) => {
    respond(request)
      .catch(async (error: unknown) => {
        const adminError = adminErrorOf(error)
        const { status, headers } = adminError
        if (status === 401) await pause(PAUSE)
        return { status, type: JSON_TYPE, text: writeJson(adminError), headers }
      })
      .then((reply) => send(outgoing, reply))
  })
  try {
    const bound = await listen(server, { port, host })
    const address = { url: urlOf(host, bound, make !== undefined), port: bound }
    return { address, close: () => connections.drain(GRACE) }
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException
    throw new ConfigError([`admin: cannot listen at port ${port} of ${host} (${code}); choose another port or host`])
  }
}

/** Sends a response without CORS headers, so that pages of other origins cannot read it. */
function send(outgoing: ServerResponse, { status, type, text, headers = {} }: Reply): void {
  outgoing.writeHead(status, {
    ...headers,
    ...(type && { 'content-type': type }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  outgoing.end(text)
  outgoing.req.resume()
}

/** Reads a body. It must be JSON, because forms on other pages cannot send that type. @throws AdminError */
async function textOf(request: IncomingMessage): Promise<string> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new AdminError('wrong_content_type', 'Send the header content-type: application/json, also without a body.')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length
    if (bytes > MAX_BYTES)
      throw new AdminError('body_too_large', `The body has more than ${MAX_BYTES} bytes; send less at a time.`)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function unknownParameter(known: readonly string[]): string {
  return known.length === 0
    ? 'This operation has no query parameters; leave them out.'
    : `The query has an unknown parameter; there are ${known.join(' and ')}.`
}

/** An operation in the form that the server uses. */
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
    /** The media type of its response; undefined if it has no body. */
    type: success.schema && (success.type ?? 'application/json'),
  }
})

/** Finds the operation of a request, and the parameters in its path. @throws AdminError */
function find(method: string, path: string): { route: Route; parameters: Readonly<Record<string, string>> } {
  const here = ROUTES.filter(({ form }) => form.test(path))
  const route = here.find((one) => one.method === method)
  if (route) return { route, parameters: { ...route.form.exec(path)?.groups } }
  const nothing = 'There is nothing under this path; GET /openapi.json describes what there is.'
  if (here.length === 0) throw new AdminError('no_such_route', nothing)
  const allow = here.map((one) => one.method).join(', ')
  throw new AdminError('wrong_method', `This path accepts ${allow}.`, { allow })
}
