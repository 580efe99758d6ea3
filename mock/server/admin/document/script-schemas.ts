import { contractBehaviour } from '../../../core/contract-behaviour.ts'
import * as kinds from '../../../core/disturbances/kinds.ts'
import { DISTURBANCES, TABLE } from '../../../core/disturbances/table.ts'
import { ERRORS } from '../../../core/errors.ts'
import { Deviations } from '../../../deviations/registry.ts'
import { listFaults } from '../../../deviations/tables.ts'
import { count, flag, list, needing, object, oneOf, optional, ref, type Schema, text } from './building.ts'

const MAX = Number.MAX_SAFE_INTEGER
const whole = (minimum: number, description?: string): Schema => ({ ...count(description, minimum), maximum: MAX })
const filled: Schema = { ...text(), minLength: 1 }

/** The schemas of parameters of disturbances, as far as JSON Schema can express them. */
const KINDS = new Map<kinds.Kind, Schema>([
  [kinds.count, whole(0)],
  [kinds.several, whole(1)],
  [kinds.share, { type: 'number', minimum: 0, maximum: 1 }],
  [kinds.duration, ref('Duration')],
  [kinds.distribution, ref('Distribution')],
  [kinds.offsets, { ...list(whole(1)), minItems: 1 }],
  [kinds.flag, flag()],
])

/** The schemas of the settings of a disturbance: one per parameter if exactly one is required, otherwise only one. */
function disturbance(name: (typeof DISTURBANCES)[number]): Schema[] {
  const { parameters, required = [], one } = TABLE[name]
  const own = membersOf(parameters)
  const common = { name: { const: name }, ...membersOf(kinds.FREQUENCY) }
  if (!one) return [needing(['name', ...required], { ...common, ...own })]
  return Object.entries(own).map(([member, schema]) => needing(['name', member], { ...common, [member]: schema }))
}

function membersOf(parameters: Readonly<Record<string, kinds.Kind>>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(parameters).map(([member, kind]) => [
      member,
      KINDS.get(kind) ?? { enum: kind.words.replace('one of ', '').split(', ') },
    ]),
  )
}

/** The limit of 2^63 - 1, also for the sum, is not in the schema, because most tools would round it. */
const usage = object({ prompt: count(), completion: count(), cached: count(), reasoning: count() }, [
  'cached',
  'reasoning',
])

const REPLY = {
  finish: oneOf('stop', 'length', 'content_filter'),
  usage: { oneOf: [oneOf('unknown'), usage] },
  created: count('Seconds since the epoch.'),
}
const STREAM = { ...REPLY, first: ref('Distribution'), gap: ref('Distribution') }
const LIMIT = { message: filled, code: filled, retryAfter: whole(1, 'Whole seconds; of 429 and 503 alone.') }
const FAIL = { message: filled, code: filled, param: { type: ['string', 'null'], minLength: 1 } }

/** The statuses and kinds of errors that may have a Retry-After (`waiting`), or of the other errors. */
const errors = (waiting: boolean): readonly (number | string)[] => {
  const rows = Object.entries(ERRORS).filter(([, { status }]) => (status === 429 || status === 503) === waiting)
  return [...new Set(rows.map(([, { status }]) => status)), ...rows.map(([kind]) => kind)]
}

const TIMES = { times: whole(1, 'The number of requests that it takes.') }

const COMMON = { with: list(ref('Disturbance')), fault: ref('StepFault') }

/** The kinds of a step, each with its options. */
const STEPS: readonly Readonly<Record<string, Schema>>[] = [
  { reply: text('The text of a completion.'), options: optional(REPLY) },
  {
    stream: {
      description: 'A text, or content chunks with pauses between them.',
      oneOf: [{ type: 'string' }, list({ oneOf: [{ type: 'string' }, object({ pause: ref('Duration') })] })],
    },
    options: optional(STREAM),
  },
  {
    fail: { description: 'A status of section 7, or the kind of an error.', enum: errors(false) },
    options: optional(FAIL),
  },
  {
    fail: { description: '429 or 503, or a kind of them.', enum: errors(true) },
    options: optional({ ...FAIL, ...LIMIT }),
  },
  { limit: { description: '429.', ...optional(LIMIT) } },
  { unavailable: { description: '503.', ...optional(LIMIT) } },
]

const MATCHER = {
  model: text('Of the request.'),
  stream: flag('Whether a stream is asked for.'),
  text: { description: 'Part of the last user message.', oneOf: [{ type: 'string' }, ref('Pattern')] },
}

/** A matcher. For the model list it has only `operation`, because such requests have no body to match. */
const matcher = (more: Readonly<Record<string, Schema>> = {}): Schema => ({
  anyOf: [
    optional({ ...MATCHER, operation: { const: 'completion' }, ...more }),
    object({ operation: { const: 'models' }, ...more }, Object.keys(more)),
  ],
})

/** A step, with additional members that only some locations accept. */
const step = (description: string, more: Readonly<Record<string, Schema>>): Schema => ({
  description,
  oneOf: STEPS.map((kind) =>
    object({ ...kind, ...COMMON, ...more }, ['options', ...Object.keys({ ...COMMON, ...more })]),
  ),
})

/** The names of the faults that can have an effect for a project, or in a step. Computed when the document is read. */
const faultNames = (of: 'project' | 'step', description: string): Schema => ({
  type: 'string',
  description,
  get enum() {
    const deviations = new Deviations()
    return listFaults().flatMap(({ name }) =>
      kinds.succeeds(() => deviations.applyTo(contractBehaviour, name, of)) ? [name] : [],
    )
  },
})

/** The parts of scripts and of replies in a configuration. */
export const scriptSchemas = {
  Disturbance: {
    description: 'A disturbance of a response: its name and its parameters.',
    oneOf: DISTURBANCES.flatMap(disturbance),
  },
  StepFault: faultNames('step', 'A breach of the contract, by its name in the kill matrix.'),
  ProjectFault: faultNames('project', 'A breach of the contract, by its name in the kill matrix.'),
  Step: step('One reply: exactly one of reply, stream, fail, limit and unavailable.', TIMES),
  Matcher: matcher(),
  Pattern: {
    ...needing(['pattern'], {
      pattern: { type: 'string', minLength: 1, maxLength: 500 },
      ignore_case: flag('Default false.'),
    }),
    description:
      'A regular expression in the syntax of RE2 that is found in the first 65,536 characters of a text. Nothing looks ahead, behind, or back at a group, so that a search takes time in proportion to the text.',
  },
  Reply: step('A permanent step: it takes every matching request, or with nth or times only some of them.', {
    ...TIMES,
    when: matcher({ nth: whole(1, 'Which of the requests that fit the other members.') }),
  }),
  Script: {
    type: 'object',
    additionalProperties: false,
    properties: { when: ref('Matcher'), next: list(ref('Step')), always: ref('StandingStep') },
    oneOf: [{ required: ['next'] }, { required: ['always'] }],
  },
  StandingStep: step('A step that never ends.', {}),
} satisfies Record<string, Schema>
