/** The location of a fault in the request body: names of members, and positions in arrays. */
export type FaultPath = readonly (string | number)[]

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 429 | 500 | 503

interface RefusalDetails {
  readonly path?: FaultPath
  readonly headers?: Readonly<Record<string, string>>
  readonly alwaysNamed?: boolean
}

/** Thrown if a request is refused; the server turns it into an error response. */
export class Refusal extends Error {
  readonly status: RefusalStatus
  readonly path: FaultPath
  readonly headers: Readonly<Record<string, string>>
  /** Whether error.param must name the field, regardless of the freedoms. */
  readonly alwaysNamed: boolean

  constructor(status: RefusalStatus, message: string, details: RefusalDetails = {}) {
    super(message)
    this.status = status
    this.path = details.path ?? []
    this.headers = details.headers ?? {}
    this.alwaysNamed = details.alwaysNamed ?? false
  }
}
