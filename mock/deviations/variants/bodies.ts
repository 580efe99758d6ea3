import { Refusal } from '../../core/errors.ts'
import { type JsonObject, parseBody } from '../../core/request/body.ts'
import { allowed } from '../deviation.ts'
import { instead } from '../edits/instead.ts'
import { repeatsKey } from '../edits/repeated-keys.ts'

/** Reads a text in another way, or says why it does not. */
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

/** Refuses bodies by a header. */
const header = (name: string, words: string) => (test: (value: string | undefined) => boolean) =>
  instead('parseBody', (plain, _, call) => (test(call.head.header(name)) ? new Refusal('not_json', words) : plain()))
const typed = header('content-type', 'The Content-Type must be application/json; set it.')
const isNotJson = (type = ''): boolean => !/^application\/json\b/i.test(type)
const coded = header('content-encoding', 'Content-Encoding is not understood; send the body as it is.')
const noQuery = instead('refuseDisabled', (plain, _, operation, call) =>
  operation === 'models' && call.head.target.includes('?')
    ? new Refusal('invalid', 'The model list has no parameters; leave the query string out.')
    : plain(),
)

/** Forms of a request that the contract does not mention. */
export const variants = () => [
  allowed('JSON Schema and parsers differ on 1.0', {
    'integers-without-fraction: 1.0 and 1e0 are refused as integers': integersOnly,
  }),
  allowed('4.2: forms of the body besides valid JSON are not shown', {
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
