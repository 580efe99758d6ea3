/** Servers of commands that listen. */
import type { AddressInfo, Server } from 'node:net'

export interface Place {
  readonly port: number
  readonly host: string
}

/** @throws Error of the system if it cannot listen */
export async function listening(server: Server, { port, host }: Place, scheme: 'http' | 'https' = 'http') {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return { port: bound, url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${bound}` }
}
