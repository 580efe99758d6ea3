import { ERRORS, type ErrorKind, Refusal } from '../../core/errors.ts'
import { BODY_LIMIT, type JsonObject, parseBody, tooLarge } from '../../core/request/body.ts'
import { invalid } from '../../core/request/problems.ts'
import type { Call } from '../../core/types.ts'
import { type Apply, allowed, type Change } from '../deviation.ts'
import { bodyFirst, judged } from '../edits/body-first.ts'
import { emitting, instead } from '../edits/instead.ts'
import { attempt } from '../edits/json.ts'

const asksInQuery = ({ operation, head }: Call): boolean => operation === 'models' && head.target.includes('?')
const NO_QUERY = 'The model list has no parameters; leave the query string out.'
const queryAs = (kind: ErrorKind): Apply =>
  instead('authenticate', (plain, _, __, call) => (asksInQuery(call) ? new Refusal(kind, NO_QUERY) : plain()))

// Both read the body before they check the key; the rest of the pipeline does not change.
const keyAfterBody: Change = { wrap: (pipeline, emit) => bodyFirst(pipeline, () => void emit()) }
const keyLast: Change = { wrap: (pipeline, emit) => bodyFirst(pipeline, emitting(emit, judged)) }

const sizeFirst = instead('authenticate', (plain, head, _, call) =>
  call.operation === 'completion' && Number(head.header('content-length')) > BODY_LIMIT ? tooLarge() : plain(),
)
const sizeOnArrival: Apply = (behaviour, emit) => ({
  ...behaviour,
  isTooLarge(size, call) {
    if (size.stage === 'announced') return false
    if (size.stage === 'arrived') emit()
    return behaviour.isTooLarge(size, call)
  },
})
const modelFirst = instead('parseBody', (plain, _, call) => {
  const body = plain()
  if (body instanceof Refusal || typeof body.model !== 'string' || call.project?.models.has(body.model)) return body
  return /^svc\/[a-z0-9-]+$/.test(body.model)
    ? new Refusal('model_not_found', 'No such model.', { param: 'model' })
    : body
})
const lastProblem = instead('problemsOf', (plain) => (plain().length > 1 ? plain().slice(-1) : plain()))

/** Parses a body differently, or refuses it with a reason; undefined keeps the default. */
const reading = (read: (text: string) => JsonObject | Refusal | undefined) =>
  instead('parseBody', (plain, text) => (text === undefined ? undefined : read(text)) ?? plain())
const withoutMark = reading((text) => (text.startsWith('\ufeff') ? parseBody(text.slice(1)) : undefined))
const noRepeats = reading((text) =>
  repeatsKey(text) ? new Refusal('not_json', 'A member stands twice; drop one.') : undefined,
)
const integersOnly = reading((text) => {
  const param = /"(max_tokens|max_completion_tokens|n)"\s*:\s*-?\d+[.eE]/.exec(text)?.[1]
  if (param === undefined) return undefined
  const message = `${param}: must be written as an integer; drop the fraction.`
  return new Refusal('invalid', message, { param, code: 'wrong_type' })
})

/** Refuses bodies because of a header. */
const header = (name: string, words: string) => (test: (value: string | undefined) => boolean) =>
  instead('parseBody', (plain, _, call) => (test(call.head.header(name)) ? new Refusal('not_json', words) : plain()))
const typed = header('content-type', 'The Content-Type must be application/json; set it.')
const isNotJson = (type = ''): boolean => !/^application\/json\b/i.test(type)
const coded = header('content-encoding', 'Content-Encoding is not understood; send the body as it is.')
const noQuery = instead('refuseDisabled', (plain, _, __, call) =>
  asksInQuery(call) ? new Refusal('invalid', NO_QUERY) : plain(),
)

/** Which problem decides the status of a request with several, and forms of requests that are not mentioned. */
export const variants = () => [
  allowed('several faults in one request: any of their statuses', {
    'key-checked-after-the-body: the key is looked at when the body is there': keyAfterBody,
    'key-checked-last: the key is looked at when the body was judged': keyLast,
    'query-refused-before-the-key: a list with a query string gets 400, whatever the key': queryAs('invalid'),
    'query-not-found-before-the-key: a list with a query string gets 404, whatever the key': queryAs('route_not_found'),
    'size-checked-first: 413 comes before 401': sizeFirst,
    'size-checked-on-arrival: the size of a body is known when it has arrived': sizeOnArrival,
    'model-checked-first: an unknown model is reported before other faults': modelFirst,
  }),
  allowed('4.2: a model outside the pattern is invalid and unknown', {
    'odd-model-as-404: a model outside the pattern gives 404': asKind('model.pattern', 'model_not_found'),
  }),
  allowed('7.6', { 'problems-one-by-one: only the last problem of a request is reported': lastProblem }),
  allowed('JSON Schema and parsers differ on 1.0', {
    'integers-without-fraction: 1.0 and 1e0 are refused as integers': integersOnly,
  }),
  allowed('4.2: forms of the body besides valid JSON are not specified', {
    'repeated-keys-refused: a member that is given twice is refused': noRepeats,
    'byte-order-mark-accepted: a byte order mark before the body is skipped': withoutMark,
    'content-type-demanded: a body without Content-Type is refused': typed((type) => type === undefined),
    'content-type-of-json-demanded: a body of another Content-Type is refused': typed(isNotJson),
    'coded-bodies-refused: a body with Content-Encoding is refused': coded((coding) => coding !== undefined),
  }),
  allowed('4.1: the operation has no parameters', {
    'query-refused: a model list with a query string is refused with 400': noQuery,
  }),
]

function asKind(rule: string, kind: ErrorKind): Apply {
  return instead('parseBody', (plain, _, call) => {
    const body = plain()
    if (body instanceof Refusal) return body
    const problems = call.behaviour.problemsOf(body, call)
    if (problems.length !== 1 || problems[0]?.rule !== rule) return body
    return new Refusal(kind, invalid(problems).message, { param: problems[0].param, code: ERRORS[kind].code })
  })
}

/** Whether an object in a JSON text has a duplicate member. */
function repeatsKey(text: string): boolean {
  const open: (Set<string> | undefined)[] = []
  const tokens = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/gs
  for (const [token, key = '', colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (colon !== undefined) {
      const name = attempt(() => JSON.parse(`"${key}"`) as string) ?? key
      if (open.at(-1)?.has(name)) return true
      open.at(-1)?.add(name)
    }
  }
  return false
}
