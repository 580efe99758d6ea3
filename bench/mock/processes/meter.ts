/** Loaded ahead of a server (`node --import meter.ts server.ts`): tells what its process has used, when asked. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What a process has used so far: CPU in microseconds, memory in bytes. */
export interface Use {
  readonly cpu: number
  readonly rss: number
  readonly heap: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('message', (question) => {
  if (question !== 'use' && question !== 'use after collection') return
  if (question !== 'use') collect()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ cpu: user + system, rss, heap: heapUsed } satisfies Use)
})
process.channel?.unref()
