/** A reverse proxy in front of the second gateway that runs every exchange through a mutation. */
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '../../null-servers/listening.ts'
import { type Freedoms, type SecondGateway, startSecondGateway } from '../../second-gateway/index.ts'
import { type Ask, type HeaderPair, headerOf, type Role, type World } from './ask.ts'
import type { Mutation } from './mutation.ts'
import type { Reply } from './reply.ts'

export type Layer = Awaited<ReturnType<typeof startLayer>>

const hopByHop = /^(connection|keep-alive|transfer-encoding|content-length|expect|te)$/i

// What the rows rely on: complete, readable bodies, and streams of several chunks.
const workable: Partial<Freedoms> = { compression: 'never', oversize: 'patient', chunking: 'words', connection: 'keep' }

export async function startLayer(mutation: Mutation) {
  const gateway = await startSecondGateway({ freedoms: { ...workable, ...mutation.freedoms } })
  const world: World = { gateway, memory: new Map() }
  const agent = new Agent({ keepAlive: true })
  let turns = 0
  let emitted = 0

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const early = mutation.early?.(request)
    if (early) {
      emitted++
      await respondEarly(early, response)
      return
    }
    const ask = await takeAsk(request, world, turns++)
    const [before, sent] = [askPrint(ask), mutation.ask?.(ask)]
    const reply = sent ?? (await forward(ask, gateway, agent))
    const plain = replyPrint(reply)
    if (!sent) mutation.reply?.(reply, ask)
    if (sent || before !== askPrint(ask) || plain !== replyPrint(reply) || reply.wire || reply.pieces || reply.pause)
      emitted++
    await deliver(reply, response)
  }

  const server = createServer({ requireHostHeader: false }, (request, response) => {
    response.on('error', () => undefined)
    serve(request, response).catch((error: unknown) => {
      // A client that disconnects early ends only its own exchange; anything else is a mistake in a table.
      if (!request.aborted && !response.destroyed) process.emitWarning(error instanceof Error ? error : String(error))
      response.destroy()
    })
  })
  // Long by default, so that on a busy machine no connection is closed just before it is used.
  server.keepAliveTimeout = mutation.idle ?? 60_000
  const listening = await listen(server)
  const close = async (): Promise<void> => {
    await listening.close()
    agent.destroy()
    await gateway.close()
  }
  return {
    url: `${listening.url}${new URL(gateway.url).pathname.replace(/\/$/, '')}`,
    gateway,
    /** The number of exchanges that the mutation changed. */
    get emitted() {
      return emitted
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Responds before the body has arrived, and closes the connection without reading the rest. */
async function respondEarly(reply: Reply, response: ServerResponse): Promise<void> {
  const length = String(reply.body.length)
  response.writeHead(reply.status, [...reply.headers.flat(), 'Content-Length', length, 'Connection', 'close'])
  response.end(reply.body)
  await pause(100)
  response.socket?.destroy()
}

const askPrint = ({ url, headers, body }: Ask): string => `${url} ${JSON.stringify(headers)} ${body.toString('latin1')}`
export const replyPrint = ({ status, reason, headers, body }: Reply): string =>
  `${status} ${reason} ${JSON.stringify(headers)} ${body.toString('latin1')}`

async function takeAsk(request: IncomingMessage, world: World, turn: number): Promise<Ask> {
  const headers = pairs(request.rawHeaders)
  const body = Buffer.concat(await request.toArray())
  const text = body.toString()
  return {
    world,
    turn,
    method: request.method ?? '',
    chunked: request.headers['transfer-encoding'] !== undefined,
    connection: String(request.socket.remotePort),
    closes: request.headers.connection === 'close',
    json: parse(text),
    text,
    role: roleOf(headers, world),
    url: request.url ?? '',
    headers: headers.filter(([name]) => !hopByHop.test(name)),
    sent: headers,
    body,
  }
}

function roleOf(headers: HeaderPair[], { gateway }: World): Role | undefined {
  const key = /^Bearer +(\S+)$/i.exec(headerOf({ headers }, 'authorization') ?? '')?.[1]
  return (Object.keys(gateway.keys) as Role[]).find((role) => gateway.keys[role] === key)
}

/** Deep nesting that rows ignore, because copying or writing it would overflow the stack. */
const DEEP = /(?:[[{][^\][{}]*){500}/

function parse(text: string): unknown {
  try {
    return DEEP.test(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const pairs = (raw: readonly string[]): HeaderPair[] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as HeaderPair] : []))

/** Errors that occur if the gateway closes an idle connection that is being reused, or responds during an upload. */
const LOST = ['ECONNRESET', 'EPIPE']

async function forward(ask: Ask, gateway: SecondGateway, agent: Agent, attempts = 3): Promise<Reply> {
  const { hostname, port } = new URL(gateway.url)
  const length: HeaderPair[] =
    ask.body.length > 0 || ask.method === 'POST' ? [['content-length', String(ask.body.length)]] : []
  const headers = [...ask.headers, ...length].flat()
  const outgoing = send({ hostname, port, agent, path: ask.url, method: ask.method, headers, setHost: false })
  outgoing.end(ask.body)
  const incoming = await once(outgoing, 'response').then(
    ([message]) => message as IncomingMessage,
    (error: NodeJS.ErrnoException) => {
      if (attempts > 1 && LOST.includes(error.code ?? '')) return undefined
      throw error
    },
  )
  if (!incoming) return forward(ask, gateway, agent, attempts - 1)
  const body = Buffer.concat(await incoming.toArray())
  return {
    status: incoming.statusCode ?? 0,
    headers: pairs(incoming.rawHeaders).filter(([name]) => !hopByHop.test(name) && name.toLowerCase() !== 'date'),
    body,
  }
}

async function deliver(reply: Reply, response: ServerResponse): Promise<void> {
  if (reply.wire) {
    if (response.socket) reply.wire(response.socket)
    return
  }
  const { status, reason, pieces } = reply
  if (reply.pause) await pause(reply.pause)
  const length: HeaderPair[] = pieces ? [] : [['Content-Length', String(reply.body.length)]]
  const headers = [...reply.headers, ...length].flat()
  if (reason === undefined) response.writeHead(status, headers)
  else response.writeHead(status, reason, headers)
  for (const piece of pieces ?? [reply.body]) {
    response.write(piece)
    if (pieces) await pause(reply.pause ?? 0)
  }
  response.end()
}
