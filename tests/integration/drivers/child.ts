/** The output and the end of child processes. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface Ended {
  /** Null if a signal ended the process. */
  readonly code: number | null
  /** Everything from stdout and stderr, in order of arrival. */
  readonly out: string
}

/** Collects the output of a process from now on. */
export function watch(child: ChildProcess) {
  let out = ''
  let news = Promise.withResolvers<boolean>()
  for (const pipe of [child.stdout, child.stderr])
    pipe?.setEncoding('utf8').on('data', (text: string) => {
      out += text
      news.resolve(true)
      news = Promise.withResolvers()
    })
  const ended = once(child, 'close').then(([code]): Ended => ({ code, out }))
  /** Waits until the output matches, and returns the match. */
  const until = async (words: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = words.exec(out)
      if (found) return found
      const hasNews = await Promise.race([news.promise, ended.then(() => false)])
      if (!hasNews) throw new Error(`it ended without ${words}: ${out}`)
    }
  }
  return { ended, log: () => out, until }
}

/** Waits for the end of a process. */
export const endOf = (child: ChildProcess): Promise<Ended> => watch(child).ended
