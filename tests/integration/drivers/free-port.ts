import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port of the loopback on which nothing listens, for a program that is started a little later. It lies below the ports
 * that an operating system hands out itself, so that no other server and no connection of the tests takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      // Another program has this one.
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
