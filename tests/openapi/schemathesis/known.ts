/** Failures that Schemathesis reports and that are not faults of the mock. docs/openapi.md explains each. */

export interface Known {
  /** A code of Schemathesis, see `st explain CODE`. */
  readonly code: string
  readonly document: 'openapi.json' | 'openapi-3.2.json' | 'the admin API'
  /** As Schemathesis names them. */
  readonly operations: readonly string[]
  readonly why: string
}

const NO_405: Omit<Known, 'document'> = {
  code: 'ST204',
  operations: ['TRACE /v1/chat/completions', 'TRACE /v1/models'],
  why: 'the contract has no 405: another method is treated like an unknown path',
}

export const known: readonly Known[] = [
  { document: 'openapi.json', ...NO_405 },
  { document: 'openapi-3.2.json', ...NO_405 },
  {
    document: 'openapi.json',
    code: 'ST108',
    operations: ['POST /v1/chat/completions'],
    why: 'it checks each event against the schema of the whole text, which is all that OpenAPI 3.1 can describe',
  },
  {
    document: 'the admin API',
    code: 'ST301',
    // Schemathesis does not name the operation: GET of a script after its DELETE.
    operations: ['Stateful tests'],
    why: 'a cleared script still exists, and is empty',
  },
  {
    document: 'the admin API',
    code: 'ST202',
    operations: ['POST /projects', 'POST /projects/{name}/script', 'POST /reload'],
    why: 'members depend on each other, and distributions have rules that the schema does not express',
  },
]
