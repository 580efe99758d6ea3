/** Preloaded in a server (`node --import meter.ts server.ts`): reports on request what its process has used. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What a process has used so far: CPU in microseconds, memory in bytes. */
export interface Use {
  readonly cpu: number
  readonly rss: number
  /** Resident memory without the young generation of the heap, whose size depends on traffic, not on retained objects. */
  readonly kept: number
  readonly heap: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function young(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name }) => space_name.startsWith('new'))
  return spaces.reduce((sum, { physical_space_size }) => sum + physical_space_size, 0)
}

process.on('message', (question) => {
  if (question !== 'use' && question !== 'use after collection') return
  if (question !== 'use') collect()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ cpu: user + system, rss, kept: rss - young(), heap: heapUsed } satisfies Use)
})
process.channel?.unref()
