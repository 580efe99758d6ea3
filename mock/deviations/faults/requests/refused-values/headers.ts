import { Refusal } from '../../../../core/errors.ts'
import type { Call } from '../../../../core/types.ts'
import { type Apply, breaking } from '../../../deviation.ts'
import { forgive, refuseValid } from '../../../edits/decisions.ts'
import { instead } from '../../../edits/instead.ts'
import { VALID } from '../../breaks.ts'

/** Refuses valid requests because of one header; an absent header counts as empty. */
const header = (name: string, test: (value: string, call: Call) => boolean) =>
  refuseValid(name, (_, call) => test(call.head.header(name) ?? '', call))
/** Refuses valid requests with one of these headers. */
const having = (...names: string[]) =>
  refuseValid(names[0] ?? '', (_, { head }) => names.some((name) => (head.header(name) ?? '') !== ''))
const namesNoType = (value: string): boolean => value !== '' && !/json|event-stream|\*\/\*/.test(value)
const severalAddresses = header('x-forwarded-for', (value) => value.includes(','))
const isMalformed = (value: string): boolean => !/^(?:00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2})?$/.test(value)
const hasCharset = (value: string): boolean => /charset/i.test(value)
const hasCapitals = (value: string): boolean => /json/i.test(value) && !/json/.test(value)
const wantsJson = (value: string, { body }: Call): boolean => body?.stream === true && value === 'application/json'

/** Refuses a valid body because of its notation. */
const written = (words: string, how: RegExp) =>
  instead('parseBody', (plain, text = '', call) => {
    const body = plain()
    if (body instanceof Refusal || !how.test(text) || call.behaviour.problemsOf(body, call).length > 0) return body
    return new Refusal('not_json', `${words} in this fault`)
  })
const noEscapedNames = written('names of fields have no escapes', /\\u[\da-f]{4}[^"]*"\s*:/i)
const noEscapedSlashes = written('slashes have no escapes', /[^\\](?:\\\\)*\\\//)
const noEscapedCharacters = written('characters have no escapes', /[^\\](?:\\\\)*\\ud[89ab]/i)
const modelFirst = written('the model is before the messages', /^\s*\{\s*"messages"/)

const number = (form: string) => new RegExp(`"(?:temperature|top_p)"\\s*:\\s*${form}`, 'i')
const noExponents = written('numbers have no exponents', number('[\\d.]+e'))
const noSignedExponents = written('exponents have no plus sign', number('[\\d.]+e\\+'))
const noLongNumbers = written('numbers have at most 32 characters', number('[\\d.]{33}'))
const noMinusZero = written('zero has no minus sign', number('-0'))

/** Returns the error of a disabled account for matching user agents. */
function filtered(dislikes: RegExp, only?: Call['operation']): Apply {
  const refused = new Refusal('disabled', 'the filter of this fault treats the account as disabled')
  return instead('refuseDisabled', (plain, _, operation, call) =>
    operation === (only ?? operation) && dislikes.test(call.head.header('user-agent') ?? '') ? refused : plain(),
  )
}

const listWithType = instead('refuseDisabled', (plain, _, operation, call) =>
  operation === 'models' && call.head.header('content-type') !== undefined
    ? new Refusal('invalid', 'A fault of this mock refuses a Content-Type where there is no body.')
    : plain(),
)

const uncheckedWithStop = forgive(({ param }, { body }) => param === 'temperature' && body?.stop !== undefined)

const OF_CLIENTS = ['x-stainless-lang', 'x-stainless-retry-count', 'openai-organization', 'openai-beta']
const NUMBERS = ['request-temperature', 'request-top-p'] as const
const SCRIPTING = /python|node|undici|go-http/i

/** Refuses valid requests because of their headers, or of the notation of some callers. */
export const faults = () => [
  breaking(['client-headers-tolerated'], {
    'refuses-accept-anything: an Accept must name the type of the response': header('accept', namesNoType),
    'refuses-accept-json-for-streams: a stream is refused to clients that accept JSON': header('accept', wantsJson),
    'refuses-headers-of-client-libraries: headers of client libraries are refused': having(...OF_CLIENTS),
    'refuses-requests-of-browsers: a completion with an Origin is refused': having('origin'),
    'refuses-requests-through-proxies: a completion with Via or Forwarded is refused': having('via', 'forwarded'),
    'refuses-several-addresses: a completion with a list in X-Forwarded-For is refused': severalAddresses,
    'refuses-malformed-traceparent: a completion with it is refused': header('traceparent', isMalformed),
    'refuses-scripts-of-browsers: a completion with X-Requested-With is refused': having('x-requested-with'),
    'refuses-baggage: a completion with baggage of a tracing library is refused': having('baggage'),
    'refuses-offers-of-h2c: a completion with Upgrade is refused, as by a server that loses its body':
      having('upgrade'),
    'refuses-expect-with-400: a completion that expects 100 Continue is refused': having('expect'),
    'refuses-charset-of-the-request: a charset on the Content-Type is refused': header('content-type', hasCharset),
    'refuses-capitals-in-the-content-type: Application/JSON is refused': header('content-type', hasCapitals),
    'refuses-a-quoted-charset: a charset in quotes is refused': header('content-type', (value) => value.includes('"')),
    'refuses-a-user-agent-with-403: python-requests gets 403': filtered(/^python-requests/, 'completion'),
    'refuses-scripting-libraries-with-403: user agents of scripting libraries get 403': filtered(SCRIPTING),
    'refuses-no-user-agent-with-403: a completion without a user agent gets 403': filtered(/^$/, 'completion'),
  }),
  breaking(['models-list', 'models-statuses', 'client-headers-tolerated', 'version-path'], {
    'list-refuses-content-type: a list with a Content-Type of the request is refused with 400': listWithType,
  }),
  breaking(VALID, {
    'refuses-escaped-names: names of fields with an escape are refused': noEscapedNames,
    'refuses-escaped-slashes: slashes behind a backslash are refused, as PHP writes them': noEscapedSlashes,
    'refuses-escaped-surrogates: characters as two escapes are refused, as Python writes them': noEscapedCharacters,
    'refuses-messages-before-the-model: a body whose first member is messages is refused': modelFirst,
    'refuses-numbers-with-an-exponent: temperature or top_p with an exponent is refused': [noExponents, ...NUMBERS],
    'refuses-signed-exponents: temperature or top_p with e+ is refused': [noSignedExponents, ...NUMBERS],
    'refuses-long-numbers: temperature or top_p of more than 32 characters is refused': [noLongNumbers, ...NUMBERS],
    'refuses-minus-zero: temperature -0 is refused': [noMinusZero, 'request-temperature'],
  }),
  breaking(['request-temperature', 'stream-invalid-request', 'status-order', 'request-no-null'], {
    'lets-temperature-pass-beside-stop: temperature is not checked where stop is given': uncheckedWithStop,
  }),
]
