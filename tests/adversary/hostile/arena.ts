/** Starts and stops hostile targets in their own process. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Served } from './serving.ts'

export class Arena {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('serving.ts', import.meta.url)))

  async #ask(name?: string): Promise<Served> {
    const message = once(this.#child, 'message')
    this.#child.send({ name })
    return (await message)[0] as Served
  }

  /** Starts a target and returns its URL. */
  async start(name: string): Promise<string> {
    return (await this.#ask(name)).url
  }

  /** Stops the target, and returns the requests that went to another origin. */
  async stop(): Promise<readonly string[]> {
    return (await this.#ask()).strayed
  }

  [Symbol.dispose](): void {
    this.#child.disconnect()
  }
}
