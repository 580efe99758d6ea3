import { DISTURBANCES } from '../../../disturbances/table.ts'
import { count, flag, list, map, object, oneOf, ref, type Schema, text } from './building.ts'

const moment = { type: 'number', description: 'Milliseconds since the epoch on the clock of the gateway.' }
const span = { type: 'number', minimum: 0, description: 'Milliseconds.' }

const ALWAYS = {
  number: count('Which entry of this journal it is.', 1),
  at: moment,
  answered: moment,
  method: text(),
  route: oneOf('models', 'completion', 'unknown'),
  status: count(undefined, 100),
  stream: flag(),
  requestBytes: count(),
  answerBytes: count(),
  chunks: count('In how many writes the body went out.'),
  ending: oneOf('complete', 'aborted', 'cut', 'open'),
  broken: list(object({ code: text(), param: text() })),
  oddities: list(text('A fault, a variant or a disturbance that had a hand in it.')),
}

const SOMETIMES = {
  id: text('The value of x-svc-request-id.'),
  ended: moment,
  path: text('Where it is of a known form; never with a query.'),
  project: text(),
  model: text('A model of the catalog.'),
  done: flag('Whether the stream had its [DONE].'),
  hung: moment,
  lingered: span,
  error: object({ kind: text(), code: text() }),
  retryAfter: count('Seconds.'),
  retryCount: count(),
  misplaced: oneOf('url', 'header', 'scheme', 'browser'),
  nearMisses: list(text('A step of the script that waited, and why it was not for this request.')),
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
  echoes: count('An entry whose broken stream stands in this request.', 1),
  bodies: object({ request: text(), answer: text() }, ['request']),
}

/** Journal and verdict. */
export const recordSchemas = {
  JournalEntry: {
    description:
      'One request and its answer, without prompt, answer or key. Bodies only where the mock was told to keep them.',
    ...object({ ...ALWAYS, ...SOMETIMES }, Object.keys(SOMETIMES)),
  },
  Journal: object({
    entries: list(ref('JournalEntry')),
    more: flag('Whether later entries are left out.'),
    forgotten: count('How many requests came that the journal has no longer.'),
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
          description: 'Of the times whose requests the journal has no longer, only the first few.',
          ...list(object({ entries: list(count(undefined, 1)), words: text() })),
        },
        mend: text('How to mend the client.'),
      }),
    ),
    requests: count('From how many requests it was drawn: all that came.'),
    forgotten: count('How many of them the journal has no longer. They were judged before they went.'),
  }),
  Observation: object({ id: text('What its end is told with.') }),
  ObservedEnd: object({
    outcome: {
      description: 'The call gave back a result, it threw an error, or the client gave it up.',
      ...oneOf('returned', 'threw', 'aborted'),
    },
  }),
} satisfies Record<string, Schema>

const standing = object({ limit: count('What a window gives.'), used: count('What is used of it.') })

const COUNTS = {
  requests: 'Authenticated requests, refused ones included.',
  attempts: 'Completions that reached a model, failed ones included.',
  refused: 'Requests that were answered with 4xx.',
  failed: 'Requests that were answered with 5xx.',
  aborted: 'Completions that ended before their end.',
  usage_known: 'Completions whose usage is known.',
  usage_unknown: 'Completions whose usage is unknown; they add to no sum.',
  prompt_tokens: 'Exact, and larger than 2^53 - 1 where it has to be.',
  completion_tokens: 'As prompt_tokens.',
  price_micros: 'Shadow price in millionths of a unit of account.',
}

/** A builder of a script and what it is given: one member of a step. */
const builder = (description: string, of: Schema = {}): Schema => ({ description, ...of })

const model = { type: 'string', pattern: '^svc/[a-z0-9-]+$' }

const step = {
  type: 'object',
  description: 'One answer: exactly one of reply, stream, fail, limit and unavailable.',
  additionalProperties: false,
  properties: {
    reply: builder('The text of a completion.', { type: 'string' }),
    stream: builder('A text, or content chunks with pauses among them.', {
      oneOf: [{ type: 'string' }, list({ oneOf: [{ type: 'string' }, object({ pause: ref('Duration') })] })],
    }),
    fail: builder('A status of section 7, or the kind of an error.', { type: ['integer', 'string'] }),
    limit: builder('429; options as of fail.', { type: 'object' }),
    unavailable: builder('503; options as of fail.', { type: 'object' }),
    options: builder(
      'Of reply and stream: finish, usage, created. Of stream too: first, gap. Of fail: message, code, param, retryAfter.',
      { type: 'object' },
    ),
    times: count('How many requests it answers.', 1),
    with: list(ref('Disturbance')),
    fault: text('A breach of the contract, by its name in the kill matrix.'),
  },
  oneOf: ['reply', 'stream', 'fail', 'limit', 'unavailable'].map((name) => ({ required: [name] })),
}

const MATCHER = {
  model: text('Of the request.'),
  stream: flag('Whether a stream is asked for.'),
  text: { description: 'Stands in the last user message.', oneOf: [{ type: 'string' }, ref('Pattern')] },
  operation: oneOf('completion', 'models'),
}

/** Projects, ledger, scripts and clock. */
export const schemas = {
  Error: object({
    error: object({ code: text('Stable, for programs.'), message: text('What is wrong, and how to mend it.') }),
  }),
  Health: object({ status: oneOf('ok', 'ending') }),
  Project: object({
    name: text(),
    origin: oneOf('configured', 'opened'),
    models: list(text()),
    disabled: oneOf('no', 'account', 'completions'),
    strict: flag('Whether a completion that no step fits is refused.'),
    quota: object({ requests_per_minute: standing, tokens_per_minute: standing, concurrent_requests: standing }, [
      'requests_per_minute',
      'tokens_per_minute',
      'concurrent_requests',
    ]),
  }),
  Projects: object({ projects: list(ref('Project')) }),
  ProjectOptions: {
    type: 'object',
    description: 'As gateway.project() takes them in code.',
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[\\w-]+$', description: 'Default: one of its own.' },
      models: {
        description: 'Ids, or models by id as a configuration defines them. Default: every available model.',
        oneOf: [list(model), { type: 'object', propertyNames: model, additionalProperties: { type: 'object' } }],
      },
      disabled: { enum: [true, false, 'account', 'completions'] },
      quota: object({ requests_per_minute: count(), tokens_per_minute: count(), concurrent_requests: count() }, [
        'requests_per_minute',
        'tokens_per_minute',
        'concurrent_requests',
      ]),
      default_max_tokens: count(undefined, 1),
      max_tokens: count(undefined, 1),
      pace: object({ first: ref('Distribution'), gap: ref('Distribution'), first_ms: count(), gap_ms: count() }, [
        'first',
        'gap',
        'first_ms',
        'gap_ms',
      ]),
      replies: list(ref('Reply')),
      disturbances: list(ref('Disturbance')),
      faults: list(text('A name of the kill matrix.')),
      strict: flag(),
    },
  },
  MintedProject: object({ name: text(), key: { type: 'string', pattern: '^svc_[A-Za-z0-9-]+_[A-Za-z0-9_-]+$' } }),
  LedgerEntry: object(Object.fromEntries(Object.entries(COUNTS).map(([name, words]) => [name, count(words)]))),
  Ledger: object({ projects: map(ref('LedgerEntry')), closed: ref('LedgerEntry'), total: ref('LedgerEntry') }),
  Disturbance: {
    type: 'object',
    description: 'Something that goes wrong on the way of an answer, with its own members beside its name.',
    required: ['name'],
    properties: { name: oneOf(...DISTURBANCES) },
  },
  Step: step,
  Matcher: object(MATCHER, Object.keys(MATCHER)),
  Pattern: {
    ...object({ pattern: { type: 'string', minLength: 1, maxLength: 1000 }, ignore_case: flag('Default false.') }, [
      'ignore_case',
    ]),
    description:
      'A regular expression that is found in a text. Nothing looks ahead, behind, or back at a group, so that a search takes time in proportion to the text.',
  },
  Reply: {
    ...step,
    description: 'A step that stays: it answers every request that fits, or with nth or times only some of them.',
    properties: {
      ...step.properties,
      when: object({ ...MATCHER, nth: count('Which of the requests that fit the other members.', 1) }, [
        ...Object.keys(MATCHER),
        'nth',
      ]),
    },
  },
  Script: {
    type: 'object',
    additionalProperties: false,
    properties: {
      when: ref('Matcher'),
      next: list(ref('Step')),
      always: ref('Step'),
    },
    oneOf: [{ required: ['next'] }, { required: ['always'] }],
  },
  Unused: object({
    unused: list(object({ words: text('What waits; no text of it.'), count: count('For how many requests.', 1) })),
  }),
  Duration: {
    oneOf: [
      { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: '^\\d+(\\.\\d+)?(ms|s|m|h)$' },
    ],
    description: 'Milliseconds, or a text such as 200ms, 1.5s or 1m.',
  },
  Distribution: {
    oneOf: [
      { type: 'number', minimum: 0 },
      { type: 'string', description: 'A time such as 200ms, or a distribution such as lognormal:p50=200ms,p95=900ms.' },
      {
        type: 'object',
        required: ['name'],
        properties: { name: oneOf('fixed', 'normal', 'lognormal', 'recorded') },
        additionalProperties: { oneOf: [ref('Duration'), list(ref('Duration'))] },
      },
    ],
    description: 'How long something takes: the same time always, or one that is drawn anew under the seed.',
  },
  Clock: object({
    now: { type: 'number', description: 'Milliseconds since the epoch.' },
    frozen: flag('Whether the time stands still.'),
  }),
  Reload: object({ config: { type: 'object', description: 'A configuration of the mock, as JSON.' } }),
  Reloaded: object({ projects: list(text()) }),
} satisfies Record<string, Schema>
