import type { Administered } from './administered.ts'

/** A request that was let in, and whose operation is known. */
export interface AdminRequest {
  /** What stands in the path in place of `{name}`. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Empty where the operation has none. */
  readonly body: Readonly<Record<string, unknown>>
}

/** What one operation does: a value for the JSON of its answer, or the text where that is none. @throws AdminError */
export type Operate = (request: AdminRequest, mock: Administered) => unknown
