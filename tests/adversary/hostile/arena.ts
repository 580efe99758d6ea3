/** Starts and stops hostile targets in their own process. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Message, Order } from './serving.ts'

export class Arena {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('serving.ts', import.meta.url)))

  async #ask(order: Order): Promise<Message> {
    const message = once(this.#child, 'message')
    this.#child.send(order)
    return (await message)[0] as Message
  }

  /** Starts a target and gives its URL. */
  async start(name: string): Promise<string> {
    const message = await this.#ask({ start: name })
    return 'url' in message ? message.url : ''
  }

  /** Stops it and returns the requests that went to another origin. */
  async stop(): Promise<readonly string[]> {
    const message = await this.#ask({ stop: true })
    return 'strayed' in message ? message.strayed : []
  }

  [Symbol.dispose](): void {
    this.#child.disconnect()
  }
}
