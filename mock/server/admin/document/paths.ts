import { LATEST } from '../operations/moment.ts'
import { object, operation, ref, type Schema, text } from './building.ts'

const NAME: Schema = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'The name of a project.',
  schema: { type: 'string', pattern: '^[\\w-]+$' },
}
const OBSERVATION: Schema = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'What the start of the observation gave.',
  schema: { type: 'string', pattern: '^[\\w-]+$' },
}
const PAGE: readonly Schema[] = [
  {
    name: 'after',
    in: 'query',
    description: 'Only entries with a higher number.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
  },
  {
    name: 'limit',
    in: 'query',
    description: 'At most so many entries.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
]
const ok = (name: string, description: string) => ({ status: 200, description, schema: ref(name) }) as const
const CLOCK = ok('Clock', 'The clock as it stands now.')
const ENTRIES = ok('Journal', 'Entries, oldest first.')
const VERDICT = ok('Verdict', 'What the requests say of the clients that sent them.')
const SCRIPT = ok('Unused', 'The steps that wait.')

/** Every operation of the admin API. The server serves what stands here. */
export const paths = {
  '/health': {
    get: operation('health', {
      tag: 'mock',
      summary: 'Show the state of the mock',
      success: ok('Health', 'It is up, or it is ending.'),
    }),
  },
  '/projects': {
    get: operation('listProjects', {
      tag: 'projects',
      summary: 'List the projects, their quotas and what is used of them',
      success: ok('Projects', 'Every project, never its keys.'),
    }),
    post: operation('openProject', {
      tag: 'projects',
      summary: 'Open a project with a key of its own',
      body: ref('ProjectOptions'),
      success: { status: 201, description: 'Its name and, this once, its key.', schema: ref('MintedProject') },
      errors: [409],
    }),
  },
  '/projects/{name}': {
    delete: operation('closeProject', {
      tag: 'projects',
      summary: 'Close a project that was opened while the mock runs',
      parameters: [NAME],
      success: { status: 204, description: 'Its key is revoked.' },
      errors: [404, 409],
    }),
  },
  '/ledger': {
    get: operation('readLedger', {
      tag: 'records',
      summary: 'Read what each project has used, and the sum',
      success: ok(
        'Ledger',
        'Every project, those that are closed, and the sum of all; of all mocks where they share a store.',
      ),
      errors: [503],
    }),
  },
  '/projects/{name}/ledger': {
    get: operation('readProjectLedger', {
      tag: 'records',
      summary: 'Read what a project has used',
      parameters: [NAME],
      success: ok('LedgerEntry', 'Its ledger; the sum of all mocks where they share a store.'),
      errors: [404, 503],
    }),
  },
  '/journal': {
    get: operation('readJournal', {
      tag: 'records',
      summary: 'Read the latest requests',
      parameters: PAGE,
      success: ENTRIES,
      errors: [409],
    }),
  },
  '/projects/{name}/journal': {
    get: operation('readProjectJournal', {
      tag: 'records',
      summary: 'Read the latest requests of a project',
      parameters: [NAME, ...PAGE],
      success: ENTRIES,
      errors: [404, 409],
    }),
  },
  '/verdict': {
    get: operation('readVerdict', {
      tag: 'records',
      summary: 'Judge the clients by their requests',
      success: VERDICT,
      errors: [409],
    }),
  },
  '/projects/{name}/verdict': {
    get: operation('readProjectVerdict', {
      tag: 'records',
      summary: 'Judge the client of a project by its requests',
      parameters: [NAME],
      success: VERDICT,
      errors: [404, 409],
    }),
  },
  '/projects/{name}/observations': {
    post: operation('startObservation', {
      tag: 'records',
      summary: 'Begin to observe a call of the client',
      description:
        'Until the observation is ended, the requests of the project belong to the call. One at a time for a project; after ten minutes it ends by itself, and nothing is made of it.',
      parameters: [NAME],
      body: object({}),
      success: { status: 201, description: 'It runs.', schema: ref('Observation') },
      errors: [404, 409],
    }),
  },
  '/projects/{name}/observations/{id}': {
    patch: operation('endObservation', {
      tag: 'records',
      summary: 'Say how an observed call has ended, and learn what its requests show',
      description:
        'What can show itself only later, such as a connection that is kept after an abort, stands in the verdict of the project.',
      parameters: [NAME, OBSERVATION],
      body: ref('ObservedEnd'),
      success: ok('Verdict', 'What the requests of this call say of the client.'),
      errors: [404, 409],
    }),
    delete: operation('dropObservation', {
      tag: 'records',
      summary: 'Drop an observation that will never be ended',
      description: 'Nothing is made of the call, and the project can be observed again. What has ended stays as it is.',
      parameters: [NAME, OBSERVATION],
      success: { status: 204, description: 'It does not run.' },
      errors: [404, 409],
    }),
  },
  '/projects/{name}/script': {
    get: operation('readScript', {
      tag: 'projects',
      summary: 'Read the steps that still wait',
      parameters: [NAME],
      success: SCRIPT,
      errors: [404, 409],
    }),
    post: operation('extendScript', {
      tag: 'projects',
      summary: 'Queue answers',
      description: 'Each valid completion takes the first step that is for it. All steps are queued, or none.',
      parameters: [NAME],
      body: ref('Script'),
      success: SCRIPT,
      errors: [404, 409],
    }),
    delete: operation('clearScript', {
      tag: 'projects',
      summary: 'Forget every step',
      parameters: [NAME],
      success: { status: 204, description: 'No step waits.' },
      errors: [404, 409],
    }),
  },
  '/clock': {
    get: operation('readClock', {
      tag: 'mock',
      summary: 'Read the clock',
      success: CLOCK,
    }),
  },
  '/clock/advance': {
    post: operation('advanceClock', {
      tag: 'mock',
      summary: 'Put the clock forward',
      description: 'Answers when all that fell due on the way has happened.',
      body: object({ by: ref('Duration') }),
      success: CLOCK,
      errors: [409],
    }),
  },
  '/clock/freeze': {
    post: operation('freezeClock', {
      tag: 'mock',
      summary: 'Stop the clock',
      body: object(
        {
          at: {
            type: 'number',
            minimum: 0,
            maximum: LATEST,
            description: 'Milliseconds since the epoch. Default: now.',
          },
        },
        ['at'],
      ),
      success: CLOCK,
      errors: [409],
    }),
  },
  '/clock/resume': {
    post: operation('resumeClock', {
      tag: 'mock',
      summary: 'Let the clock go on',
      body: object({}),
      success: CLOCK,
      errors: [409],
    }),
  },
  '/reload': {
    post: operation('reload', {
      tag: 'mock',
      summary: 'Take over another configuration',
      description: 'Projects that stay keep ledger, quotas and script. One that cannot be used changes nothing.',
      body: ref('Reload'),
      success: ok('Reloaded', 'The projects that there are now.'),
    }),
  },
  '/metrics': {
    get: operation('readMetrics', {
      tag: 'records',
      summary: 'Read the metrics for Prometheus',
      success: {
        status: 200,
        description: 'The text format of Prometheus.',
        type: 'text/plain; version=0.0.4; charset=utf-8',
        schema: text(),
      },
    }),
  },
  '/openapi.json': {
    get: operation('readDocument', {
      tag: 'mock',
      summary: 'Read this document',
      success: { status: 200, description: 'OpenAPI 3.1.', schema: { type: 'object' } },
    }),
  },
  '/gateway/openapi.json': {
    get: operation('readContract', {
      tag: 'mock',
      summary: 'Read the contract of the gateway',
      success: { status: 200, description: 'OpenAPI 3.1 in one file.', schema: { type: 'object' } },
      errors: [404],
    }),
  },
  '/gateway/openapi-3.2.json': {
    get: operation('readContractWithStreams', {
      tag: 'mock',
      summary: 'Read the contract of the gateway, with the events of its streams',
      success: { status: 200, description: 'OpenAPI 3.2 in one file.', schema: { type: 'object' } },
      errors: [404],
    }),
  },
}
