import type { MockConfig } from '../../core/config.ts'
import { isObject, members } from '../../scripts/checks.ts'
import { AdminError } from './admin-error.ts'
import type { AdminDocuments } from './auth.ts'
import { document } from './document/document.ts'
import type { OperationId } from './document/operations.ts'
import { metricsText, ProjectLabels } from './metrics.ts'
import type { Administered, Operate } from './operation.ts'
import { advanceClock, freezeClock, readClock, resumeClock } from './operations/clocks.ts'
import { contractIn } from './operations/documents.ts'
import {
  readJournal,
  readProjectJournal,
  readProjectRequests,
  readProjectVerdict,
  readVerdict,
} from './operations/journals.ts'
import { readLedger, readProjectLedger } from './operations/ledgers.ts'
import { observationsOf } from './operations/observations.ts'
import { closeProject, listProjects, openProject } from './operations/projects.ts'
import { clearScript, extendScript, readScript } from './operations/scripts.ts'

const health: Operate = (_, mock) => ({ status: mock.isEnding() ? 'ending' : 'ok' })

const reload: Operate = async ({ body }, mock) => {
  members(body, 'The body', ['config'])
  if (!isObject(body.config)) throw new AdminError('invalid_request', 'config must be an object: a configuration.')
  await mock.configure(body.config as unknown as MockConfig)
  return { projects: mock.accounts.projects.map(({ name }) => name) }
}

function scraping(mock: Administered): Operate {
  const labels = new ProjectLabels(mock)
  return () => metricsText(labels.rows(), mock.timings)
}

/** The implementation of every operation of the document. */
export function operationsFor(mock: Administered, documents: AdminDocuments): Readonly<Record<OperationId, Operate>> {
  return {
    health,
    listProjects,
    openProject,
    closeProject,
    readLedger,
    readProjectLedger,
    readJournal,
    readProjectJournal,
    readProjectRequests,
    readVerdict,
    readProjectVerdict,
    ...observationsOf(mock),
    readScript,
    extendScript,
    clearScript,
    readClock,
    advanceClock,
    freezeClock,
    resumeClock,
    reload,
    readMetrics: scraping(mock),
    readDocument: () => document,
    readContract: contractIn('3.1', documents),
    readContractWithStreams: contractIn('3.2', documents),
  }
}
