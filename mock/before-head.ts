import type { Clock } from './clock.ts'
import { beyondFetch } from './disturbances/capabilities.ts'
import { type Answer, joined } from './exchange.ts'
import { type Outlet, Playback } from './playback.ts'

/** Lets pass what comes before the head, where there is no socket. False when the connection ends there. */
export function headComes(answer: Answer, signal: AbortSignal, clock: Clock): Promise<boolean> {
  const { before = [], raw, settled } = answer
  return new Promise((resolve, reject) => {
    const leave = (reason: unknown): void => {
      signal.removeEventListener('abort', onAbort)
      playback.stop()
      settled?.(0, true)
      reject(reason)
    }
    const onAbort = (): void => leave(signal.reason)
    const outlet: Outlet = {
      write: () => {
        leave(beyondFetch('bytes', answer))
        return false
      },
      onceReady: () => undefined,
      act: (act) => {
        if (act === 'hang') return
        signal.removeEventListener('abort', onAbort)
        settled?.(0, true)
        resolve(false)
      },
      end: () => {
        signal.removeEventListener('abort', onAbort)
        resolve(true)
      },
    }
    // In place of an answer there is nothing but the end of the connection.
    const playback = new Playback(raw ? joined(before, raw, [{ act: 'cut' }]) : before, outlet, clock)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    else playback.play()
  })
}
