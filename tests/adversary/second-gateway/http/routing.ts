import type { Freedoms } from '../freedoms/index.ts'
import type { Operation, Operations } from '../operations.ts'
import { Refusal, type RefusalStatus } from '../refusal.ts'
import type { Exchange } from './exchange.ts'

export function basePathOf({ basePath }: Freedoms): string {
  return basePath === 'nested' ? '/harbour/gate' : ''
}

interface Route {
  readonly method: string
  readonly operation: Operation
}

/** Sends a request to its operation, or refuses it for its address. */
export async function route(exchange: Exchange, operations: Operations): Promise<void> {
  const { request, freedoms } = exchange
  const base = basePathOf(freedoms)
  const routes = new Map<string, Route>([
    [`${base}/v1/models`, { method: 'GET', operation: operations.listModels }],
    [`${base}/v1/chat/completions`, { method: 'POST', operation: operations.createCompletion }],
  ])

  // RFC 9112, section 3.2; node:http would respond to this one itself, without a request id.
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new Refusal(400, 'HTTP/1.1 asks for a Host header.')
  }
  const target = parseTarget(request.url ?? '')
  const found = target === null ? undefined : routes.get(target.pathname)
  if (found === undefined || target === null) {
    throw new Refusal(statusFor(freedoms.unknownPath), 'There is nothing at this address.')
  }
  if (request.method !== found.method) {
    throw new Refusal(statusFor(freedoms.otherMethod), `Only ${found.method} works here.`, {
      headers: { allow: found.method },
    })
  }
  await found.operation(exchange, target.search)
}

/** The request line holds a path, or a whole address from clients that think this is a proxy. */
function parseTarget(target: string): URL | null {
  return URL.parse(target.startsWith('/') ? `http://gateway${target}` : target)
}

function statusFor(choice: '400' | '404' | '405'): RefusalStatus {
  return choice === '400' ? 400 : choice === '404' ? 404 : 405
}
