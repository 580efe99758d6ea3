import { type Description, object, optional, type Parameter, ref, type Success, text } from './building.ts'

/** The latest time that a `Date` can represent, in milliseconds since the epoch. */
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

/** Creates a row: method and path, summary, success, and the members that only some operations have. */
const on = (
  path: Description['on'],
  summary: string,
  success: Success,
  more: Pick<Description, 'description' | 'query' | 'body' | 'errors'> = {},
): Description => ({ on: path, summary, success, ...more })

/** Every operation of the admin API, by id: the source of the server's routes and of the document. */
export const OPERATIONS = {
  health: on('GET /health', 'Show the state of the mock', ok('Health', 'It is up, or it is ending.')),
  listProjects: on(
    'GET /projects',
    'List the projects, their quotas and what is used of them',
    ok('Projects', 'Every project, never its keys.'),
  ),
  openProject: on(
    'POST /projects',
    'Open a project with its own key',
    { status: 201, description: 'Its name and, this once, its key.', schema: ref('MintedProject') },
    { body: ref('ProjectOptions'), errors: [409] },
  ),
  closeProject: on(
    'DELETE /projects/{name}',
    'Close a project that was opened while the mock runs',
    gone('Its key is revoked.'),
    { errors: [409] },
  ),
  readLedger: on(
    'GET /ledger',
    'Read what each project has used, and the sum',
    ok('Ledger', 'Every project, those that are closed, and the sum of all; of all mocks where they share a store.'),
    { errors: [503] },
  ),
  readProjectLedger: on(
    'GET /projects/{name}/ledger',
    'Read what a project has used',
    ok('LedgerEntry', 'Its ledger; the sum of all mocks where they share a store.'),
    { errors: [503] },
  ),
  readJournal: on('GET /journal', 'Read the latest requests', ENTRIES, { query: PAGE, errors: [409] }),
  readProjectJournal: on('GET /projects/{name}/journal', 'Read the latest requests of a project', ENTRIES, {
    query: PAGE,
    errors: [409],
  }),
  readProjectRequests: on(
    'GET /projects/{name}/requests',
    'Read what the client of a project sent, with bodies as objects',
    ok('Requests', 'Requests, oldest first.'),
    { description: 'Only if the mock keeps bodies (--journal-bodies).', query: PAGE, errors: [409] },
  ),
  readVerdict: on('GET /verdict', 'Judge the clients by their requests', VERDICT, { errors: [409] }),
  readProjectVerdict: on('GET /projects/{name}/verdict', 'Judge the client of a project by its requests', VERDICT, {
    errors: [409],
  }),
  startObservation: on(
    'POST /projects/{name}/observations',
    'Begin to observe a call of the client',
    { status: 201, description: 'It runs.', schema: ref('Observation') },
    {
      description:
        'Until the observation is ended, the requests of the project belong to the call. One at a time for a project; after ten minutes it ends by itself, and nothing is made of it.',
      body: object({}),
      errors: [409],
    },
  ),
  endObservation: on(
    'PATCH /projects/{name}/observations/{id}',
    'Say how an observed call has ended, and learn what its requests show',
    ok('Verdict', 'What the requests of this call say of the client.'),
    {
      description: 'Later findings, such as a connection kept after an abort, are in the verdict of the project.',
      body: ref('ObservedEnd'),
      errors: [409],
    },
  ),
  dropObservation: on(
    'DELETE /projects/{name}/observations/{id}',
    'Drop an observation that will never be ended',
    gone('It does not run.'),
    {
      description: 'Nothing is made of the call, and the project can be observed again. What has ended stays as it is.',
      errors: [409],
    },
  ),
  readScript: on('GET /projects/{name}/script', 'Read the steps that still wait', SCRIPT, { errors: [409] }),
  extendScript: on('POST /projects/{name}/script', 'Queue replies', SCRIPT, {
    description: 'Each valid completion takes the first step that is for it. All steps are queued, or none.',
    body: ref('Script'),
    errors: [409],
  }),
  clearScript: on('DELETE /projects/{name}/script', 'Forget every step', gone('No step waits.'), { errors: [409] }),
  readClock: on('GET /clock', 'Read the clock', CLOCK),
  advanceClock: on('POST /clock/advance', 'Put the clock forward', CLOCK, {
    description: 'Responds when everything scheduled for that time has happened.',
    body: object({ by: ref('Duration') }),
    errors: [409],
  }),
  freezeClock: on('POST /clock/freeze', 'Stop the clock', CLOCK, {
    body: optional({
      at: { type: 'number', minimum: 0, maximum: LATEST, description: 'Milliseconds since the epoch. Default: now.' },
    }),
    errors: [409],
  }),
  resumeClock: on('POST /clock/resume', 'Let the clock go on', CLOCK, { body: object({}), errors: [409] }),
  reload: on('POST /reload', 'Take over another configuration', ok('Reloaded', 'The projects that there are now.'), {
    description: 'Projects that stay keep ledger, quotas and script. One that cannot be used changes nothing.',
    body: ref('Reload'),
  }),
  readMetrics: on('GET /metrics', 'Read the metrics for Prometheus', {
    status: 200,
    description: 'The text format of Prometheus.',
    type: 'text/plain; version=0.0.4; charset=utf-8',
    schema: text(),
  }),
  readDocument: on('GET /openapi.json', 'Read this document', {
    status: 200,
    description: 'OpenAPI 3.1.',
    schema: { type: 'object' },
  }),
  readContract: on(
    'GET /gateway/openapi.json',
    'Read the contract of the gateway',
    { status: 200, description: 'OpenAPI 3.1 in one file.', schema: { type: 'object' } },
    { errors: [404] },
  ),
  readContractWithStreams: on(
    'GET /gateway/openapi-3.2.json',
    'Read the contract of the gateway, with the events of its streams',
    { status: 200, description: 'OpenAPI 3.2 in one file.', schema: { type: 'object' } },
    { errors: [404] },
  ),
}

/** The name of an operation. */
export type OperationId = keyof typeof OPERATIONS
