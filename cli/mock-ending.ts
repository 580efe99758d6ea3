/** How a running mock ends: the first signal lets open answers end, a second one does not. */
import type { MockOptions } from './mock-options.ts'
import type { Running } from './mock-running.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Resolves when the mock has ended as it was asked to. @throws Error when it could not go on */
export async function untilEnded(mock: Running, { grace }: MockOptions): Promise<void> {
  const asked = new Promise<void>((resolve, reject) => {
    let ending = false
    const end = (): void => {
      const ended = ending ? mock.close() : mock.drain(`${grace}s`)
      if (!ending) process.stderr.write(`The mock is ending: open answers have ${grace} s, or until another signal.\n`)
      ending = true
      ended.then(resolve, reject)
    }
    for (const signal of SIGNALS) process.on(signal, end)
  })
  await (mock.ended ? Promise.race([asked, mock.ended]) : asked)
}
