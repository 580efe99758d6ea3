import { type Description, object, type Parameter, ref, text } from './building.ts'

/** The last time of a date, in milliseconds since the epoch. */
export const LATEST = 8_640_000_000_000_000

const PAGE: readonly Parameter[] = [
  {
    name: 'after',
    in: 'query',
    description: 'Only entries with a higher number.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
  },
  {
    name: 'limit',
    in: 'query',
    description: 'The maximum number of entries.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
]
const ok = (name: string, description: string) => ({ status: 200, description, schema: ref(name) }) as const
const CLOCK = ok('Clock', 'The current time of the clock.')
const ENTRIES = ok('Journal', 'Entries, oldest first.')
const VERDICT = ok('Verdict', 'What the requests say of the clients that sent them.')
const SCRIPT = ok('Unused', 'The steps that wait.')
const gone = (description: string) => ({ status: 204, description }) as const

/** Every operation of the admin API, by its id: the server routes by these rows, and the document is made of them. */
export const OPERATIONS = {
  health: {
    on: 'GET /health',
    summary: 'Show the state of the mock',
    success: ok('Health', 'It is up, or it is ending.'),
  },
  listProjects: {
    on: 'GET /projects',
    summary: 'List the projects, their quotas and what is used of them',
    success: ok('Projects', 'Every project, never its keys.'),
  },
  openProject: {
    on: 'POST /projects',
    summary: 'Open a project with its own key',
    body: ref('ProjectOptions'),
    success: { status: 201, description: 'Its name and, this once, its key.', schema: ref('MintedProject') },
    errors: [409],
  },
  closeProject: {
    on: 'DELETE /projects/{name}',
    summary: 'Close a project that was opened while the mock runs',
    success: gone('Its key is revoked.'),
    errors: [409],
  },
  readLedger: {
    on: 'GET /ledger',
    summary: 'Read what each project has used, and the sum',
    success: ok(
      'Ledger',
      'Every project, those that are closed, and the sum of all; of all mocks where they share a store.',
    ),
    errors: [503],
  },
  readProjectLedger: {
    on: 'GET /projects/{name}/ledger',
    summary: 'Read what a project has used',
    success: ok('LedgerEntry', 'Its ledger; the sum of all mocks where they share a store.'),
    errors: [503],
  },
  readJournal: {
    on: 'GET /journal',
    summary: 'Read the latest requests',
    query: PAGE,
    success: ENTRIES,
    errors: [409],
  },
  readProjectJournal: {
    on: 'GET /projects/{name}/journal',
    summary: 'Read the latest requests of a project',
    query: PAGE,
    success: ENTRIES,
    errors: [409],
  },
  readProjectRequests: {
    on: 'GET /projects/{name}/requests',
    summary: 'Read what the client of a project sent, with bodies as objects',
    description: 'Only if the mock keeps bodies (--journal-bodies).',
    query: PAGE,
    success: ok('Requests', 'Requests, oldest first.'),
    errors: [409],
  },
  readVerdict: {
    on: 'GET /verdict',
    summary: 'Judge the clients by their requests',
    success: VERDICT,
    errors: [409],
  },
  readProjectVerdict: {
    on: 'GET /projects/{name}/verdict',
    summary: 'Judge the client of a project by its requests',
    success: VERDICT,
    errors: [409],
  },
  startObservation: {
    on: 'POST /projects/{name}/observations',
    summary: 'Begin to observe a call of the client',
    description:
      'Until the observation is ended, the requests of the project belong to the call. One at a time for a project; after ten minutes it ends by itself, and nothing is made of it.',
    body: object({}),
    success: { status: 201, description: 'It runs.', schema: ref('Observation') },
    errors: [409],
  },
  endObservation: {
    on: 'PATCH /projects/{name}/observations/{id}',
    summary: 'Say how an observed call has ended, and learn what its requests show',
    description: 'Later findings, such as a connection kept after an abort, are in the verdict of the project.',
    body: ref('ObservedEnd'),
    success: ok('Verdict', 'What the requests of this call say of the client.'),
    errors: [409],
  },
  dropObservation: {
    on: 'DELETE /projects/{name}/observations/{id}',
    summary: 'Drop an observation that will never be ended',
    description: 'Nothing is made of the call, and the project can be observed again. What has ended stays as it is.',
    success: gone('It does not run.'),
    errors: [409],
  },
  readScript: {
    on: 'GET /projects/{name}/script',
    summary: 'Read the steps that still wait',
    success: SCRIPT,
    errors: [409],
  },
  extendScript: {
    on: 'POST /projects/{name}/script',
    summary: 'Queue replies',
    description: 'Each valid completion takes the first step that is for it. All steps are queued, or none.',
    body: ref('Script'),
    success: SCRIPT,
    errors: [409],
  },
  clearScript: {
    on: 'DELETE /projects/{name}/script',
    summary: 'Forget every step',
    success: gone('No step waits.'),
    errors: [409],
  },
  readClock: {
    on: 'GET /clock',
    summary: 'Read the clock',
    success: CLOCK,
  },
  advanceClock: {
    on: 'POST /clock/advance',
    summary: 'Put the clock forward',
    description: 'Responds when everything scheduled for that time has happened.',
    body: object({ by: ref('Duration') }),
    success: CLOCK,
    errors: [409],
  },
  freezeClock: {
    on: 'POST /clock/freeze',
    summary: 'Stop the clock',
    body: object(
      {
        at: { type: 'number', minimum: 0, maximum: LATEST, description: 'Milliseconds since the epoch. Default: now.' },
      },
      ['at'],
    ),
    success: CLOCK,
    errors: [409],
  },
  resumeClock: {
    on: 'POST /clock/resume',
    summary: 'Let the clock go on',
    body: object({}),
    success: CLOCK,
    errors: [409],
  },
  reload: {
    on: 'POST /reload',
    summary: 'Take over another configuration',
    description: 'Projects that stay keep ledger, quotas and script. One that cannot be used changes nothing.',
    body: ref('Reload'),
    success: ok('Reloaded', 'The projects that there are now.'),
  },
  readMetrics: {
    on: 'GET /metrics',
    summary: 'Read the metrics for Prometheus',
    success: {
      status: 200,
      description: 'The text format of Prometheus.',
      type: 'text/plain; version=0.0.4; charset=utf-8',
      schema: text(),
    },
  },
  readDocument: {
    on: 'GET /openapi.json',
    summary: 'Read this document',
    success: { status: 200, description: 'OpenAPI 3.1.', schema: { type: 'object' } },
  },
  readContract: {
    on: 'GET /gateway/openapi.json',
    summary: 'Read the contract of the gateway',
    success: { status: 200, description: 'OpenAPI 3.1 in one file.', schema: { type: 'object' } },
    errors: [404],
  },
  readContractWithStreams: {
    on: 'GET /gateway/openapi-3.2.json',
    summary: 'Read the contract of the gateway, with the events of its streams',
    success: { status: 200, description: 'OpenAPI 3.2 in one file.', schema: { type: 'object' } },
    errors: [404],
  },
} satisfies Readonly<Record<string, Description>>

/** The name of an operation. */
export type OperationId = keyof typeof OPERATIONS
