/** The process of the hostile targets, so that their cost does not count as that of the harness. */
import { strayed } from './targets/elsewhere.ts'
import { hostileTargets } from './targets/index.ts'

export type Order = { readonly start: string } | { readonly stop: true }
export type Message = { readonly url: string } | { readonly strayed: readonly string[] }

let stop: (() => Promise<void>) | undefined

process.on('message', async (order: Order) => {
  if ('start' in order) {
    const target = hostileTargets.find(({ name }) => name === order.start)
    if (!target) throw new Error(`no hostile target is called ${order.start}`)
    strayed.length = 0
    const { url, close } = await target.start()
    stop = close
    process.send?.({ url } satisfies Message)
  } else {
    await stop?.()
    process.send?.({ strayed } satisfies Message)
  }
})
process.on('disconnect', () => process.exit())
