/** Starts and stops hostile targets in a process of their own. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order, Told } from './serving.ts'

export class Arena {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('serving.ts', import.meta.url)))

  async #ask(order: Order): Promise<Told> {
    const told = once(this.#child, 'message')
    this.#child.send(order)
    return (await told)[0] as Told
  }

  /** Starts a target and gives its URL. */
  async start(name: string): Promise<string> {
    const told = await this.#ask({ start: name })
    return 'url' in told ? told.url : ''
  }

  /** Stops it and tells which requests were led to another origin. */
  async stop(): Promise<readonly string[]> {
    const told = await this.#ask({ stop: true })
    return 'strayed' in told ? told.strayed : []
  }

  [Symbol.dispose](): void {
    this.#child.disconnect()
  }
}
