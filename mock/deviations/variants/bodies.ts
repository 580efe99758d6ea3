import { Refusal } from '../../core/errors.ts'
import { type JsonObject, parseBody } from '../../core/request/body.ts'
import { type Apply, allowed } from '../deviation.ts'
import { instead } from '../edits/instead.ts'
import { repeatsKey } from '../edits/repeated-keys.ts'

const BODY = '4.2: forms of the body besides valid JSON are not shown'
const reading = (read: (text: string) => JsonObject | Refusal | undefined): Apply =>
  instead('parseBody', (plain, text) => (text === undefined ? undefined : read(text)) ?? plain())
const header = (name: string, test: (value: string | undefined) => boolean, words: string): Apply =>
  instead('parseBody', (plain, _, call) => (test(call.head.header(name)) ? new Refusal('not_json', words) : plain()))
const typed = (test: (type: string | undefined) => boolean): Apply =>
  header('content-type', test, 'The Content-Type must be application/json; set it.')

/** Forms of a request that the contract does not mention. */
export const variants = () => [
  allowed('JSON Schema and parsers differ on 1.0', {
    'integers-without-fraction: 1.0 and 1e0 are refused as integers': reading(refusedFractions),
  }),
  allowed(BODY, {
    'repeated-keys-refused: a member that stands twice is refused': reading((text) =>
      repeatsKey(text) ? new Refusal('not_json', 'A member stands twice; drop one.') : undefined,
    ),
    'byte-order-mark-accepted: a byte order mark before the body is skipped': reading((text) =>
      text.startsWith('\ufeff') ? parseBody(text.slice(1)) : undefined,
    ),
    'content-type-demanded: a body without Content-Type is refused': typed((type) => type === undefined),
    'content-type-of-json-demanded: a body of another Content-Type is refused': typed(
      (type) => !/^application\/json\b/i.test(type ?? ''),
    ),
    'coded-bodies-refused: a body with Content-Encoding is refused': header(
      'content-encoding',
      (coding) => coding !== undefined,
      'Content-Encoding is not understood; send the body as it is.',
    ),
  }),
  allowed('4.1: the operation has no parameters', {
    'query-refused: a model list with a query string is refused with 400': instead(
      'refuseDisabled',
      (plain, _, operation, call) =>
        operation === 'models' && call.head.target.includes('?')
          ? new Refusal('invalid', 'The model list has no parameters; leave the query string out.')
          : plain(),
    ),
  }),
]

function refusedFractions(text: string): Refusal | undefined {
  const field = /"(max_tokens|max_completion_tokens|n)"\s*:\s*-?\d+[.eE]/.exec(text)?.[1]
  if (field === undefined) return undefined
  const message = `${field}: must be written as an integer; drop the fraction.`
  return new Refusal('invalid', message, { param: field, code: 'wrong_type' })
}
