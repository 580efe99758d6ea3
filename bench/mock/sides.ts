/** The two sides of a row: our mock, and a bare server that sends the same bytes. */
import type { Built } from './build.ts'
import { metered, type Server } from './children.ts'
import type { Served } from './processes/bare.ts'
import { config, key, type Request } from './requests.ts'

export type Start = () => Promise<Server>

/**
 * How the bare server sends: in one write, in one write after parsing the request body, event by event in one turn of
 * the event loop, or with a pause in milliseconds.
 */
export type Manner = 'whole' | 'parsed' | 'events' | number

/** Our mock, as the published command starts it. */
export function ours(built: Built, args: readonly string[] = []): Start {
  const file = built.file('mock.yaml', config)
  return () => metered([built.cli, 'mock', '--port', '0', '--config', file, ...args], built.meter)
}

/** A bare node:http server that sends the response of our mock to a request. */
export async function bare(built: Built, request: Request, manner: Manner): Promise<Start> {
  const file = await bareFile(built, request, manner)
  return () => metered([built.process('bare'), file], built.meter)
}

/** Writes what the bare server must send to a file, and returns its path. */
export async function bareFile(built: Built, request: Request, manner: Manner): Promise<string> {
  const { type, text } = await responseOf(built, request)
  const parts = manner === 'whole' || manner === 'parsed' ? [text] : (text.match(/data: .*\n\n/g) ?? [])
  const more = typeof manner === 'number' ? { gap: manner } : { parses: manner === 'parsed' }
  const served: Served = { type, parts, ...more }
  return built.file(`bare-${manner}-${text.length}.json`, JSON.stringify(served))
}

async function responseOf(built: Built, { method, path, body }: Request): Promise<{ type: string; text: string }> {
  const server = await ours(built)()
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the mock refused a request of the bench: ${text}`)
    return { type: response.headers.get('content-type') ?? '', text }
  } finally {
    await server.stop()
  }
}
