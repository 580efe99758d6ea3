/** Where in the request body a fault lies: names of members and positions in arrays. */
export type FaultPath = readonly (string | number)[]

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 429 | 500 | 503

interface RefusalDetails {
  readonly path?: FaultPath
  readonly headers?: Readonly<Record<string, string>>
  readonly alwaysNamed?: boolean
}

/** Thrown wherever a request cannot go on; the server turns it into an error response. */
export class Refusal extends Error {
  readonly status: RefusalStatus
  readonly path: FaultPath
  readonly headers: Readonly<Record<string, string>>
  /** error.param names the field whatever the freedoms would rather do. */
  readonly alwaysNamed: boolean

  constructor(status: RefusalStatus, message: string, details: RefusalDetails = {}) {
    super(message)
    this.status = status
    this.path = details.path ?? []
    this.headers = details.headers ?? {}
    this.alwaysNamed = details.alwaysNamed ?? false
  }
}
