import { Refusal } from '../../core/errors.ts'
import { type JsonObject, parseBody } from '../../core/request/body.ts'
import { type Apply, allowed } from '../deviation.ts'
import { repeatsKey } from '../edits/repeated-keys.ts'

const BODY = '4.2: forms of the body besides valid JSON are not shown'
const reading =
  (read: (text: string | undefined) => JsonObject | Refusal | undefined): Apply =>
  (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call) {
      const body = read(text)
      if (body !== undefined) emit()
      return body ?? behaviour.parseBody(text, call)
    },
  })
const untyped =
  (test: (type: string | undefined) => boolean): Apply =>
  (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call) {
      if (!test(call.head.header('content-type'))) return behaviour.parseBody(text, call)
      emit()
      return new Refusal('not_json', 'The Content-Type must be application/json; set it.')
    },
  })

/** Forms of a request that the contract does not speak about. */
export const variants = () => [
  allowed('JSON Schema and parsers differ on 1.0', {
    'integers-without-fraction: 1.0 and 1e0 are refused as integers': reading((text) => refusedFractions(text)),
  }),
  allowed(BODY, {
    'repeated-keys-refused: a member that stands twice is refused': reading((text) =>
      text !== undefined && repeatsKey(text) ? new Refusal('not_json', 'A member stands twice; drop one.') : undefined,
    ),
    'byte-order-mark-accepted: a byte order mark before the body is skipped': reading((text) =>
      text?.startsWith('\ufeff') ? parseBody(text.slice(1)) : undefined,
    ),
    'content-type-demanded: a body without Content-Type is refused': untyped((type) => type === undefined),
    'content-type-of-json-demanded: a body of another Content-Type is refused': untyped(
      (type) => !/^application\/json\b/i.test(type ?? ''),
    ),
    'coded-bodies-refused: a body with Content-Encoding is refused': (behaviour, emit) => ({
      ...behaviour,
      parseBody(text, call) {
        if (call.head.header('content-encoding') === undefined) return behaviour.parseBody(text, call)
        emit()
        return new Refusal('not_json', 'Content-Encoding is not understood; send the body as it is.')
      },
    }),
  }),
  allowed('4.1: the operation has no parameters', {
    'query-refused: a model list with a query string is refused with 400': (behaviour, emit) => ({
      ...behaviour,
      refuseDisabled(project, operation, call) {
        if (operation !== 'models' || !call.head.target.includes('?'))
          return behaviour.refuseDisabled(project, operation, call)
        emit()
        return new Refusal('invalid', 'The model list has no parameters; leave the query string out.')
      },
    }),
  }),
]

function refusedFractions(text: string | undefined): Refusal | undefined {
  const field = /"(max_tokens|max_completion_tokens|n)"\s*:\s*-?\d+[.eE]/.exec(text ?? '')?.[1]
  return field === undefined
    ? undefined
    : new Refusal('invalid', `${field}: must be written as an integer; drop the fraction.`, {
        param: field,
        code: 'wrong_type',
      })
}
