/** Servers that are closed after the test file. */
import { after } from 'node:test'
import { listen } from '../../../adversary/null-servers/listening.ts'

/** Starts a server as `listen` does, and returns the port. */
export async function listening(...args: Parameters<typeof listen>): Promise<number> {
  const { port, close } = await listen(...args)
  after(close)
  return port
}
