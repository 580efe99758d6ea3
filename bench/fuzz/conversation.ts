import { connect } from 'node:net'

/** The outcome of a connection. */
export interface Conversation {
  readonly bytes: Buffer
  /** How it ended: closed in order, reset, or not at all within the time. */
  readonly end: 'closed' | 'reset' | 'late'
}

/** Milliseconds after which an open connection counts as forgotten. */
const MAX_WAIT = 60_000

/** Sends pieces on its own connection, ends its own side unless asked not to, and reads until the other side ends. */
export const converse = (port: number, pieces: readonly Buffer[], keepOpen = false): Promise<Conversation> =>
  new Promise((resolve) => {
    const received: Buffer[] = []
    let end: Conversation['end'] = 'closed'
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }, () => {
      for (const piece of pieces) socket.write(piece)
      if (!keepOpen) socket.end()
    })
    socket.setTimeout(MAX_WAIT, () => {
      end = 'late'
      socket.destroy()
    })
    socket.on('data', (bytes) => received.push(bytes))
    socket.on('end', () => socket.end())
    // The other side may have closed before it had read everything: what it said has arrived all the same.
    socket.on('error', () => {
      end = 'reset'
    })
    socket.on('close', () => resolve({ bytes: Buffer.concat(received), end }))
  })
