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
const CLOCK = ok('Clock', 'The time of the clock.')
const ENTRIES = ok('Journal', 'Entries, oldest first.')
const VERDICT = ok('Verdict', 'Findings about the clients, from the requests that they sent.')
const SCRIPT = ok('Unused', 'The queued steps.')
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
  health: on('GET /health', 'Show the state of the mock', ok('Health', 'It is running, or shutting down.')),
  listProjects: on(
    'GET /projects',
    'List the projects, their quotas and their usage',
    ok('Projects', 'Every project, never its keys.'),
  ),
  openProject: on(
    'POST /projects',
    'Open a project with its own key',
    { status: 201, description: 'Its name and its key. The key is shown only here.', schema: ref('MintedProject') },
    { body: ref('ProjectOptions'), errors: [409] },
  ),
  closeProject: on(
    'DELETE /projects/{name}',
    'Close a project that was opened while the mock was running',
    gone('Its key is revoked.'),
    { errors: [409] },
  ),
  readLedger: on(
    'GET /ledger',
    'Read the usage of each project, and the total',
    ok('Ledger', 'Every project, closed projects, and the total. If mocks share a store, the usage of all of them.'),
    { errors: [503] },
  ),
  readProjectLedger: on(
    'GET /projects/{name}/ledger',
    'Read the usage of a project',
    ok('LedgerEntry', 'Its ledger. If mocks share a store, the usage in all of them.'),
    { errors: [503] },
  ),
  readJournal: on('GET /journal', 'Read the latest requests', ENTRIES, { query: PAGE, errors: [409] }),
  readProjectJournal: on('GET /projects/{name}/journal', 'Read the latest requests of a project', ENTRIES, {
    query: PAGE,
    errors: [409],
  }),
  readProjectRequests: on(
    'GET /projects/{name}/requests',
    'Read the requests of a project, with bodies as objects',
    ok('Requests', 'Requests, oldest first.'),
    { description: 'Only if the mock keeps bodies (--journal-bodies).', query: PAGE, errors: [409] },
  ),
  readVerdict: on('GET /verdict', 'Judge the clients by their requests', VERDICT, { errors: [409] }),
  readProjectVerdict: on('GET /projects/{name}/verdict', 'Judge the client of a project by its requests', VERDICT, {
    errors: [409],
  }),
  startObservation: on(
    'POST /projects/{name}/observations',
    'Start to observe a call of the client',
    { status: 201, description: 'The observation that has started.', schema: ref('Observation') },
    {
      description:
        'Until the observation ends, all requests of the project belong to the call. A project has at most one observation at a time. After ten minutes it is dropped.',
      body: object({}),
      errors: [409],
    },
  ),
  endObservation: on(
    'PATCH /projects/{name}/observations/{id}',
    'Report how an observed call ended, and get the findings',
    ok('Verdict', 'Findings about the client, from the requests of this call.'),
    {
      description: 'Later findings, such as a connection left open after an abort, are in the verdict of the project.',
      body: ref('ObservedEnd'),
      errors: [409],
    },
  ),
  dropObservation: on(
    'DELETE /projects/{name}/observations/{id}',
    'Drop an observation',
    gone('The observation is dropped.'),
    {
      description: 'The call is not judged, and another observation can start. Ended observations do not change.',
      errors: [409],
    },
  ),
  readScript: on('GET /projects/{name}/script', 'Read the queued steps', SCRIPT, { errors: [409] }),
  extendScript: on('POST /projects/{name}/script', 'Queue replies', SCRIPT, {
    description: 'Each valid completion takes the first step that matches it. Either all steps are queued or none.',
    body: ref('Script'),
    errors: [409],
  }),
  clearScript: on('DELETE /projects/{name}/script', 'Clear the script', gone('No step is queued.'), { errors: [409] }),
  readClock: on('GET /clock', 'Read the clock', CLOCK),
  advanceClock: on('POST /clock/advance', 'Advance the clock', CLOCK, {
    description: 'Responds after everything that was scheduled until then has happened.',
    body: object({ by: ref('Duration') }),
    errors: [409],
  }),
  freezeClock: on('POST /clock/freeze', 'Stop the clock', CLOCK, {
    body: optional({
      at: { type: 'number', minimum: 0, maximum: LATEST, description: 'Milliseconds since the epoch. Default: now.' },
    }),
    errors: [409],
  }),
  resumeClock: on('POST /clock/resume', 'Resume the clock', CLOCK, { body: object({}), errors: [409] }),
  reload: on('POST /reload', 'Load another configuration', ok('Reloaded', 'The projects of the new configuration.'), {
    description: 'Projects in both keep their ledger, quotas and script. An invalid configuration changes nothing.',
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
