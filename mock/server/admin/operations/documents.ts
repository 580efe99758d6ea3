import { AdminError } from '../admin-error.ts'
import type { AdminDocuments } from '../auth.ts'
import { readObject } from '../json.ts'
import type { Operate } from '../operation.ts'

/** Returns the contract in a version of OpenAPI, if the mock was started with it. */
export function contractIn(version: keyof AdminDocuments, documents: AdminDocuments): Operate {
  return () => {
    const text = documents[version]
    if (text !== undefined) return readObject(text)
    throw new AdminError(
      'no_such_document',
      'This mock was started in code, without the document; svc-conformance openapi prints it.',
    )
  }
}
