import type { MockConfig } from '../../core/config.ts'
import { isObject } from '../../core/request/body.ts'
import { members } from '../../scripts/checks.ts'
import { AdminError } from './admin-error.ts'
import type { AdminDocuments } from './auth.ts'
import { document } from './document/document.ts'
import type { OperationId } from './document/operations.ts'
import { readObject } from './json.ts'
import { metricsText, projectRows } from './metrics.ts'
import type { Administered, Operate } from './operation.ts'
import { clocks } from './operations/clocks.ts'
import { observationsOf } from './operations/observations.ts'
import { projects } from './operations/projects.ts'
import { records } from './operations/records.ts'

const health: Operate = (_, mock) => ({ status: mock.isEnding() ? 'ending' : 'ok' })

const reload: Operate = async ({ body }, mock) => {
  members(body, 'The body', ['config'])
  if (!isObject(body.config)) throw new AdminError('invalid_request', 'config must be an object: a configuration.')
  await mock.configure(body.config as unknown as MockConfig)
  return { projects: mock.accounts.projects.map(({ name }) => name) }
}

/** Returns the contract in one version of OpenAPI, if the mock was started with it. */
const contractIn = (text: string | undefined): Operate => {
  return () => {
    if (text !== undefined) return readObject(text)
    const message = 'This mock was started in code, without the document; svc-conformance openapi prints it.'
    throw new AdminError('no_such_document', message)
  }
}

/** The implementations of all operations in the document. */
export function operationsFor(mock: Administered, documents: AdminDocuments): Readonly<Record<OperationId, Operate>> {
  const rows = projectRows(mock)
  return {
    health,
    reload,
    ...clocks,
    ...observationsOf(mock),
    ...projects,
    ...records,
    readMetrics: () => metricsText(rows(), mock.timings),
    readDocument: () => document,
    readContract: contractIn(documents['3.1']),
    readContractWithStreams: contractIn(documents['3.2']),
  }
}
