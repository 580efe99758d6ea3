import { count, flag, list, map, needing, object, oneOf, optional, ref, type Schema, text } from './building.ts'
import { scriptSchemas } from './script-schemas.ts'

const timestamp = { type: 'number', description: 'Milliseconds since the epoch on the clock of the gateway.' }
const span = { type: 'number', minimum: 0, description: 'Milliseconds.' }

const ALWAYS = {
  number: count('Which entry of this journal it is.', 1),
  at: timestamp,
  answered: timestamp,
  method: text(),
  route: oneOf('models', 'completion', 'unknown'),
  status: count(undefined, 100),
  stream: flag(),
  requestBytes: count(),
  answerBytes: count(),
  chunks: count('In how many writes the body went out.'),
  ending: oneOf('complete', 'aborted', 'cut', 'open'),
  broken: list(object({ code: text(), param: text() })),
  oddities: list(text('A fault, variant or disturbance that affected the response.')),
}

const SOMETIMES = {
  id: text('The value of x-svc-request-id.'),
  ended: timestamp,
  path: text('Only if its form is known; never with a query.'),
  project: text(),
  model: text('A model of the catalog.'),
  done: flag('Whether the stream had its [DONE].'),
  hung: timestamp,
  lingered: span,
  error: object({ kind: text(), code: text() }),
  retryAfter: count('Seconds.'),
  retryCount: count(),
  misplaced: oneOf('url', 'header', 'scheme', 'browser'),
  nearMisses: list(text('A queued step, and why it did not match this request.')),
  repeats: object(
    {
      of: count(undefined, 1),
      status: count(),
      retryAfter: count(),
      waited: span,
      depth: count(undefined, 1),
      since: span,
    },
    ['retryAfter'],
  ),
  resembles: object({ of: count(undefined, 1), status: count(), waited: span }),
  echoes: count('An entry whose broken stream is quoted in this request.', 1),
  bodies: object({ request: text(), answer: text() }, ['request']),
}

/** Journal and verdict. */
export const recordSchemas = {
  JournalEntry: {
    description: 'A request and its response, without prompt, reply or key. It has bodies only if the mock keeps them.',
    ...object({ ...ALWAYS, ...SOMETIMES }, Object.keys(SOMETIMES)),
  },
  Journal: object({
    entries: list(ref('JournalEntry')),
    more: flag('Whether later entries are left out.'),
    forgotten: count('The number of requests that left the journal.'),
  }),
  Requests: object({
    requests: list(
      object(
        {
          number: ALWAYS.number,
          id: SOMETIMES.id,
          at: timestamp,
          method: ALWAYS.method,
          route: ALWAYS.route,
          status: ALWAYS.status,
          body: { type: 'object', description: 'The body of the request, if it is a JSON object and still kept.' },
        },
        ['id', 'body'],
      ),
    ),
    more: flag('Whether later requests are left out.'),
    forgotten: count('The number of requests that left the journal.'),
  }),
  Verdict: object({
    ok: flag('Whether there is no breach.'),
    findings: list(
      object({
        id: text('Stable.'),
        level: oneOf('breach', 'warning'),
        words: text('What is wrong.'),
        times: count('How many times it happened.', 1),
        evidence: {
          description: 'The requests that show it. Of those that have left the journal, only the first few.',
          ...list(object({ entries: list(count(undefined, 1)), words: text() })),
        },
        mend: text('How to fix the client.'),
      }),
    ),
    requests: count('The number of all judged requests.'),
    forgotten: count('The number of them that the journal has dropped. They were judged before.'),
  }),
  Observation: object({ id: text('The id to end it with.') }),
  ObservedEnd: object({
    outcome: {
      description: 'The call returned a result, threw an error, or was abandoned by the client.',
      ...oneOf('returned', 'threw', 'aborted'),
    },
  }),
} satisfies Record<string, Schema>

const standing = object({ limit: count('What a window gives.'), used: count('What is used of it.') })

const COUNTS = {
  requests: 'Authenticated requests, refused ones included.',
  attempts: 'Completions that reached a model, failed ones included.',
  refused: 'Requests that got 4xx.',
  failed: 'Requests that got 5xx.',
  aborted: 'Completions whose response ended early.',
  usage_known: 'Completions whose usage is known.',
  usage_unknown: 'Completions whose usage is unknown; they add to no sum.',
  prompt_tokens: 'Exact, and larger than 2^53 - 1 where it has to be.',
  completion_tokens: 'As prompt_tokens.',
  price_micros: 'Shadow price in millionths of a unit of account.',
}

const model = { type: 'string', pattern: '^svc/[a-z0-9-]+$' }
const models = { type: 'object', propertyNames: model, additionalProperties: ref('ModelConfig') }

const AT_MOST = { maximum: Number.MAX_SAFE_INTEGER }
const amount = { ...count(), ...AT_MOST }
const positive = { ...count(undefined, 1), ...AT_MOST }

/** The combinations of both pauses, each in one of its two forms. */
const FORMS: readonly Readonly<Record<string, Schema>>[] = [
  { first: ref('Distribution'), gap: ref('Distribution') },
  { first: ref('Distribution'), gap_ms: amount },
  { first_ms: amount, gap: ref('Distribution') },
  { first_ms: amount, gap_ms: amount },
]
const pace = { anyOf: FORMS.map(optional) }

const quotas = (of: Schema): Schema =>
  optional({ requests_per_minute: of, tokens_per_minute: of, concurrent_requests: of })

/** Options of any project. */
const POLICY = {
  disabled: { enum: [true, false, 'account', 'completions'] },
  quota: quotas(amount),
  default_max_tokens: positive,
  max_tokens: positive,
  pace,
  replies: list(ref('Reply')),
  disturbances: list(ref('Disturbance')),
}

const MODEL = {
  created: { ...count('Seconds since the epoch.'), ...AT_MOST },
  reply: { type: 'string', minLength: 1, description: 'echo, or the text of its replies.' },
  max_tokens: positive,
  available: flag(),
  usage: oneOf('details', 'plain', 'unknown'),
  pace,
  price: optional({ prompt: amount, completion: amount }),
  disturbances: list(ref('Disturbance')),
}

const CONFIGURATION = {
  seed: { type: 'string', minLength: 1 },
  test_headers: flag(),
  max_tokens: positive,
  pace,
  replies: list(ref('Reply')),
  models,
  projects: { type: 'object', propertyNames: { pattern: '^[\\w-]+$' }, additionalProperties: ref('ProjectConfig') },
}

/** Projects, ledger, scripts and clock. */
export const schemas = {
  ...scriptSchemas,
  Error: object({
    error: object({ code: text('Stable, for programs.'), message: text('What is wrong, and how to fix it.') }),
  }),
  Health: object({ status: oneOf('ok', 'ending') }),
  Project: object({
    name: text(),
    origin: oneOf('configured', 'opened'),
    models: list(text()),
    disabled: oneOf('no', 'account', 'completions'),
    strict: flag('Whether a completion that no step fits is refused.'),
    quota: quotas(standing),
  }),
  Projects: object({ projects: list(ref('Project')) }),
  ProjectOptions: {
    type: 'object',
    description: 'The options of gateway.project().',
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[\\w-]+$', description: 'Default: a generated one.' },
      models: {
        description: 'Ids, or models by id as a configuration defines them. Default: every available model.',
        oneOf: [list(model), models],
      },
      ...POLICY,
      faults: list(ref('ProjectFault')),
      strict: flag(),
    },
  },
  ModelConfig: optional(MODEL),
  ProjectConfig: needing(['keys', 'models'], {
    keys: list({ type: 'string', pattern: '^svc_[A-Za-z0-9-]+_[A-Za-z0-9_-]+$' }),
    models: list({ ...model, description: 'A model of the configuration.' }),
    ...POLICY,
  }),
  Configuration: {
    description: 'Like a configuration file. Key ids must be unique, and each named model must be defined.',
    ...needing(['models', 'projects'], CONFIGURATION),
  },
  MintedProject: object({ name: text(), key: { type: 'string', pattern: '^svc_[A-Za-z0-9-]+_[A-Za-z0-9_-]+$' } }),
  LedgerEntry: object(Object.fromEntries(Object.entries(COUNTS).map(([name, words]) => [name, count(words)]))),
  Ledger: object({ projects: map(ref('LedgerEntry')), closed: ref('LedgerEntry'), total: ref('LedgerEntry') }),
  Unused: object({
    unused: list(object({ words: text('The step, without texts.'), count: count('The number of requests.', 1) })),
  }),
  Duration: {
    oneOf: [
      { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: '^\\d{1,9}(\\.\\d{1,9})?(ms|s|m|h)$' },
    ],
    description: 'Milliseconds, or a text such as 200ms, 1.5s or 1m.',
  },
  Distribution: {
    oneOf: [
      { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      {
        type: 'string',
        pattern: '^(\\d{1,9}(\\.\\d{1,9})?(ms|s|m|h)|(fixed|normal|lognormal|recorded):.+)$',
        description: 'A time such as 200ms, or a distribution such as lognormal:p50=200ms,p95=900ms.',
      },
      {
        type: 'object',
        required: ['name'],
        properties: { name: oneOf('fixed', 'normal', 'lognormal', 'recorded') },
        additionalProperties: { oneOf: [ref('Duration'), list(ref('Duration'))] },
      },
    ],
    description: 'A fixed duration, or one that is drawn with the seed each time.',
  },
  Clock: object({
    now: { type: 'number', description: 'Milliseconds since the epoch.' },
    frozen: flag('Whether the clock is frozen.'),
  }),
  Reload: object({ config: ref('Configuration') }),
  Reloaded: object({ projects: list(text()) }),
} satisfies Record<string, Schema>
