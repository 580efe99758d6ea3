/** The process of the hostile targets, separate so that their cost is not attributed to the harness. */
import type { Running } from '../null-servers/listening.ts'
import { strayed } from './targets/elsewhere.ts'
import { targetNamed } from './targets/index.ts'

/** The URL of the running target, and the requests that went to another origin. */
export interface Served {
  readonly url: string
  readonly strayed: readonly string[]
}

let running: Running | undefined

/** Starts the target with this name; without a name, stops the running target. */
process.on('message', async ({ name }: { readonly name?: string }) => {
  if (name === undefined) await running?.close()
  else {
    strayed.length = 0
    running = await targetNamed(name).start()
  }
  process.send?.({ url: running?.url ?? '', strayed } satisfies Served)
})
process.on('disconnect', () => process.exit())
