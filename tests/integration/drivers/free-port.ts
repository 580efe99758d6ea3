import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port on loopback for a program that starts a little later. It is below the ephemeral ports of the operating
 * system, so that no other server or connection of the tests takes it in the meantime.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      // Another program uses this port.
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
