import { Refusal } from '../../../../core/errors.ts'
import type { Call } from '../../../../core/types.ts'
import { type Apply, breaking } from '../../../deviation.ts'
import { forgive, refuseValid } from '../../../edits/decisions.ts'
import { instead } from '../../../edits/instead.ts'
import { VALID } from '../../breaks.ts'

/** Refuses valid requests by one header; an absent one counts as empty. */
const header = (name: string, test: (value: string, call: Call) => boolean): Apply =>
  refuseValid(name, (_, call) => test(call.head.header(name) ?? '', call))
const isThere = (value: string): boolean => value !== ''

/** Refuses a valid body by the way it is written. */
const written = (how: RegExp, words: string): Apply =>
  instead('parseBody', (plain, text = '', call) => {
    const body = plain()
    if (body instanceof Refusal || !how.test(text) || call.behaviour.problemsOf(body, call).length > 0) return body
    return new Refusal('not_json', words)
  })

/** Treats the account as disabled for such a user agent. */
const filtered = (dislikes: (agent: string) => boolean, only?: Call['operation']): Apply =>
  instead('refuseDisabled', (plain, _, operation, call) =>
    operation === (only ?? operation) && dislikes(call.head.header('user-agent') ?? '')
      ? new Refusal('disabled', 'the filter of this fault takes the account for disabled')
      : plain(),
  )

/** Valid requests that are refused for the headers around them, or for how some callers write them. */
export const faults = () => [
  breaking(['client-headers-tolerated'], {
    'refuses-accept-anything: an Accept that does not name the type of the answer is refused': header(
      'accept',
      (value) => value !== '' && !/json|event-stream|\*\/\*/.test(value),
    ),
    'refuses-accept-json-for-streams: a stream is refused to who accepts JSON only': header(
      'accept',
      (value, { body }) => body?.stream === true && value === 'application/json',
    ),
    'refuses-headers-of-client-libraries: headers of client libraries are refused': refuseValid(
      'x-stainless-lang',
      (_, { head }) =>
        ['x-stainless-lang', 'x-stainless-retry-count', 'openai-organization', 'openai-beta'].some(
          (name) => head.header(name) !== undefined,
        ),
    ),
    'refuses-requests-of-browsers: a completion with an Origin is refused': header('origin', isThere),
    'refuses-requests-through-proxies: a completion with Via or Forwarded is refused': refuseValid(
      'via',
      (_, { head }) => head.header('via') !== undefined || head.header('forwarded') !== undefined,
    ),
    'refuses-scripts-of-browsers: a completion with X-Requested-With is refused': header('x-requested-with', isThere),
    'refuses-baggage: a completion with baggage of a tracing library is refused': header('baggage', isThere),
    'refuses-charset-of-the-request: a charset on the Content-Type is refused': header('content-type', (value) =>
      /charset/i.test(value),
    ),
    'refuses-a-user-agent-with-403: completions are refused with 403 to a user agent that a filter dislikes': filtered(
      (agent) => agent.startsWith('python-requests'),
      'completion',
    ),
    'refuses-scripting-libraries-with-403: each request is refused with 403 to user agents of scripting libraries':
      filtered((agent) => /python|node|undici|go-http/i.test(agent)),
    'refuses-no-user-agent-with-403: completions are refused with 403 to callers without a user agent': filtered(
      (agent) => agent === '',
      'completion',
    ),
  }),
  breaking(['models-list', 'models-statuses', 'client-headers-tolerated', 'version-path'], {
    'list-refuses-content-type: a model list with a Content-Type of the request is refused with 400': instead(
      'refuseDisabled',
      (plain, _, operation, call) =>
        operation === 'models' && call.head.header('content-type') !== undefined
          ? new Refusal('invalid', 'A fault of this mock refuses a Content-Type where there is no body.')
          : plain(),
    ),
  }),
  breaking(VALID, {
    'refuses-escaped-names: names of fields with an escape are refused': written(
      /\\u[\da-f]{4}[^"]*"\s*:/i,
      'names of fields have no escapes in this fault',
    ),
    'refuses-escaped-slashes: a slash behind a backslash, as encoders of PHP write it, is refused': written(
      /[^\\](?:\\\\)*\\\//,
      'slashes have no escapes in this fault',
    ),
    'refuses-escaped-surrogates: a character that json.dumps of Python writes as two escapes is refused': written(
      /[^\\](?:\\\\)*\\ud[89ab]/i,
      'characters have no escapes in this fault',
    ),
    'refuses-messages-before-the-model: a body whose first member is messages is refused': written(
      /^\s*\{\s*"messages"/,
      'the model is before the messages in this fault',
    ),
    'refuses-numbers-with-an-exponent: a temperature or top_p with an exponent is refused': [
      written(/"(?:temperature|top_p)"\s*:\s*[\d.]+e/i, 'numbers have no exponents in this fault'),
      'request-temperature',
      'request-top-p',
    ],
  }),
  breaking(['request-temperature', 'stream-invalid-request', 'status-order', 'request-no-null'], forgive, {
    'lets-temperature-pass-beside-stop: temperature is not checked where stop is given': ({ param }, { body }) =>
      param === 'temperature' && body?.stop !== undefined,
  }),
]
