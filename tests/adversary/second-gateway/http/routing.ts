import type { Freedoms } from '../freedoms/index.ts'
import type { Operations } from '../operations.ts'
import { Refusal, type RefusalStatus } from '../refusal.ts'
import type { Exchange } from './exchange.ts'

export function basePathOf({ basePath }: Freedoms): string {
  return basePath === 'nested' ? '/harbour/gate' : ''
}

/** Routes a request to its operation, or refuses it because of its path or method. */
export async function route(exchange: Exchange, { listModels, createCompletion }: Operations): Promise<void> {
  const { request, freedoms } = exchange
  // RFC 9112, section 3.2; node:http would respond to this one itself, without a request id.
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new Refusal(400, 'HTTP/1.1 asks for a Host header.')
  }
  const base = basePathOf(freedoms)
  const routes = new Map([
    [`${base}/v1/models`, ['GET', listModels] as const],
    [`${base}/v1/chat/completions`, ['POST', createCompletion] as const],
  ])
  const target = parseTarget(request.url ?? '')
  const found = target && routes.get(target.pathname)
  if (!found) throw new Refusal(statusFor(freedoms.unknownPath), 'There is nothing at this address.')
  const [method, operation] = found
  if (request.method !== method) {
    throw new Refusal(statusFor(freedoms.otherMethod), `Only ${method} works here.`, { headers: { allow: method } })
  }
  await operation(exchange, target.search)
}

/** Parses the target of the request line: a path, or an absolute URL from clients that take this for a proxy. */
function parseTarget(target: string): URL | null {
  return URL.parse(target.startsWith('/') ? `http://gateway${target}` : target)
}

const statusFor = (choice: '400' | '404' | '405'): RefusalStatus => Number(choice) as RefusalStatus
