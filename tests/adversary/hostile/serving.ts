/** The process of the hostile targets, so that their cost does not count as that of the harness. */
import type { Running } from '../null-servers/listening.ts'
import { strayed } from './targets/elsewhere.ts'
import { targetNamed } from './targets/index.ts'

/** The URL of the target that runs, and the requests that went to another origin. */
export interface Served {
  readonly url: string
  readonly strayed: readonly string[]
}

let running: Running | undefined

/** Starts the target of this name; without one, it stops the target that runs. */
process.on('message', async ({ name }: { readonly name?: string }) => {
  if (name === undefined) await running?.close()
  else {
    strayed.length = 0
    running = await targetNamed(name).start()
  }
  process.send?.({ url: running?.url ?? '', strayed } satisfies Served)
})
process.on('disconnect', () => process.exit())
