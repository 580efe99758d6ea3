import type { Project } from './accounts.ts'
import type { JsonObject } from './body.ts'
import type { RequestHead } from './exchange.ts'
import type { Operation } from './routes.ts'

/** What is known of one request so far. Behaviours look at it to decide; nothing keeps it. */
export interface Call {
  readonly head: RequestHead
  /** Which request of this gateway it is, from 1. */
  readonly number: number
  operation: Operation | undefined
  project: Project | undefined
  body: JsonObject | undefined
  /** Whether the answer is a stream. */
  streams: boolean
}
