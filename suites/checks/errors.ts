/** Section 7, and requests with several faults. The shape of errors is judged in every response. */
import type { RequirementId } from '../harness/catalogue/requirements.ts'
import { type Header, requestIdsOf } from '../harness/http/exchange.ts'
import { announced, complete, listModels, other, type Plan, postRaw, RawJson, toJson } from '../harness/http/request.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { forInvalid } from '../harness/run/trial.ts'

/** Paths of the contract. */
const KNOWN = ['/v1/models', '/v1/chat/completions']

const METHODS = ['DELETE', 'GET', 'PUT', 'PATCH']

/** Paths that get another method: some of the contract, and similar ones. */
const STRAY = ['/v1/chat/completions', '/v1/chat', '/v2/models', '/v1', '/v1/chat/completions/x']

interface Meeting {
  readonly title: string
  readonly plan: (context: CheckContext) => Plan
  readonly statuses: readonly number[]
  /** Top-level fields that hold the faults, if each fault is in one. */
  readonly fields?: readonly string[]
  readonly oversize?: true
}

/** A text above the limit of bodies, already as JSON, since the search for characters to escape takes time. */
const TOO_LONG = new RawJson(`"${'a'.repeat(1_100_000)}"`)

function oversize(context: CheckContext, set: Record<string, unknown>, form: 'bearer' | null = 'bearer'): Plan {
  const messages = [{ role: 'user', content: TOO_LONG }]
  return postRaw(toJson(context.body({ messages, ...set })), { form, model: context.model })
}

const meetings: readonly Meeting[] = [
  {
    title: 'no key and a bad field',
    plan: (context) => complete(context.body({ temperature: 9 }), { form: null }),
    statuses: [401, 400],
  },
  { title: 'no key and a body that is not JSON', plan: () => postRaw('{', { form: null }), statuses: [401, 400] },
  {
    title: 'a wrong key and an unknown model',
    plan: (context) => complete({ ...context.body(), model: context.unknownModel }, { form: 'unknown' }),
    statuses: [401, 404],
  },
  {
    title: 'an unknown model and a bad field',
    plan: (context) => complete({ ...context.body({ temperature: 9 }), model: context.unknownModel }),
    statuses: [404, 400],
    fields: ['model', 'temperature'],
  },
  {
    title: 'two bad fields',
    plan: (context) => context.complete({ temperature: 9, top_p: 7 }),
    statuses: [400],
    fields: ['temperature', 'top_p'],
  },
  {
    title: 'stream as text and the options of a stream',
    plan: (context) => context.complete({ stream: 'true', stream_options: { include_usage: true } }),
    statuses: [400],
    fields: ['stream', 'stream_options'],
  },
  {
    title: 'no key and too large a body',
    plan: (context) => oversize(context, {}, null),
    statuses: [401, 413],
    oversize: true,
  },
  {
    title: 'too large a body with a bad field',
    plan: (context) => oversize(context, { temperature: 9 }),
    statuses: [413, 400],
    oversize: true,
  },
]

const announcedMeetings: readonly Meeting[] = [
  {
    title: 'no key and too large a body, with Content-Length',
    plan: (context) => announced(oversize(context, {}, null)),
    statuses: [401, 413],
    oversize: true,
  },
  {
    title: 'no key and a body that is not JSON, with Content-Length',
    plan: () => announced(postRaw('{', { form: null })),
    statuses: [401, 400],
  },
]

/** Depths of nesting that have crashed parsers and validators. */
const DEPTHS = [3000, 10_000] as const

/**
 * Deep values get a response like any other. A 413 hints at a limit that the contract does not have.
 *
 * @param rule refuses a flat array in this field
 */
async function refuseDeep(context: CheckContext, title: string, plan: Plan, field: string, rule: RequirementId) {
  const control = context.plain()
  const refused = { kind: 'rejected', statuses: [400, 413], fields: [field], oversize: true } as const
  const options = { control, plainly: true, silent: true }
  const { evidence, exchange } = await context.try(title, plan, refused, options)
  // A gateway that accepts a deep value, or refuses it with another status, breaks the rule for flat ones as well.
  const status = exchange.response?.status ?? 500
  const isOfDepth = status === 400 || status === 413 || status >= 500
  context.evidence.push(isOfDepth ? evidence : { ...evidence, requirement: rule })
  if (status !== 400 && status !== 413) return
  const expectation = { kind: 'rejected', statuses: [400], fields: [field] } as const
  context.evidence.push({ ...evidence, requirement: 'request-depth-status', expectation })
}

export const errors = suite('errors', [
  {
    covers: 'request-depth',
    title: `values of ${DEPTHS.join(' and ')} levels are refused like any other wrong value`,
    run: async (context) => {
      // An array is invalid in these fields at any depth.
      const fields = [
        ['an unlisted field', context.unknownField, 'request-closed'],
        ['an array as temperature', 'temperature', 'request-temperature'],
      ] as const
      for (const [what, field, rule] of fields)
        for (const depth of DEPTHS) {
          const plan = context.complete({ [field]: new RawJson('['.repeat(depth) + ']'.repeat(depth)) })
          await refuseDeep(context, `${what}, ${depth} levels deep`, plan, field, rule)
        }
    },
  },
  {
    covers: 'status-order',
    title: 'several faults in one request get one of the statuses that they allow',
    run: async (context) => {
      const own = context.within('full') ? [...meetings, ...announcedMeetings] : meetings
      for (const { title, plan, ...expected } of own) {
        const trial = await context.reject(title, plan(context), expected)
        context.also(trial, 'status-order-observed', { kind: 'observed', what: 'outcome' })
      }
    },
  },
  {
    covers: 'request-body-utf8',
    title: 'bytes that are not UTF-8 are refused with 400',
    run: async (context) => {
      // Inside the text of a message: the body is JSON for a reader that replaces such bytes.
      const text = toJson(context.body({ messages: [{ role: 'user', content: 'BYTES' }] }))
      const [head = '', tail = ''] = text.split('BYTES')
      const body = Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from(tail)])
      await context.reject('broken UTF-8', postRaw(body, { model: context.model }))
      // Some parsers of JSON detect this encoding by its first bytes.
      const utf16 = Buffer.from(`\ufeff${toJson(context.body())}`, 'utf16le')
      if (context.within('full')) await context.reject('UTF-16', postRaw(utf16, { model: context.model }))
    },
  },
  {
    covers: 'unknown-path',
    title: 'unknown paths and other methods return an error body and a request id',
    modelless: true,
    run: async (context) => {
      // Where no route matches, other code may make the request id.
      const own: Header = ['x-svc-request-id', `call-nowhere-${context.seed}`]
      const strays: readonly Plan[] = [
        other('GET', '/v1/no-such-path', { headers: [own] }),
        other('POST', '/v1/models', { body: '{}' }),
        ...KNOWN.map((path) => other('HEAD', path)),
        other('OPTIONS', KNOWN[context.seed % 2] ?? ''),
        other(METHODS[context.seed % METHODS.length] ?? '', STRAY[context.seed % STRAY.length] ?? ''),
        other('POST', '/v1/responses', { body: '{}' }),
      ]
      const options = { retry: forInvalid(listModels()), own: [own] }
      for (const plan of strays) {
        const trial = await context.try(`${plan.method} ${plan.path}`, plan, { kind: 'stray' }, options)
        if (requestIdsOf(trial.exchange.response).length > 0) context.alsoOwnId(trial)
      }
    },
  },
])
