import { Refusal } from '../../../../core/errors.ts'
import { breaking } from '../../../deviation.ts'
import { refuseValid, type Valid } from './valid-requests.ts'

const header =
  (name: string, test: (value: string) => boolean): Valid =>
  (_, { head }) =>
    test(head.header(name) ?? '')

/** Valid requests that are refused for the headers around them. */
export const faults = () => [
  breaking(['client-headers-tolerated'], {
    'refuses-accept-anything': [
      'an Accept that does not name the type of the answer is refused',
      refuseValid(
        'accept',
        header('accept', (value) => value !== '' && !/json|event-stream|\*\/\*/.test(value)),
      ),
    ],
    'refuses-accept-json-for-streams': [
      'a stream is refused to who accepts JSON only',
      refuseValid(
        'accept',
        (body, call) => body.stream === true && header('accept', (value) => value === 'application/json')(body, call),
      ),
    ],
    'refuses-headers-of-client-libraries': [
      'headers of client libraries are refused',
      refuseValid('x-stainless-lang', (_, { head }) =>
        ['x-stainless-lang', 'x-stainless-retry-count', 'openai-organization', 'openai-beta'].some(
          (name) => head.header(name) !== undefined,
        ),
      ),
    ],
    'refuses-requests-of-browsers': [
      'a completion with an Origin is refused',
      refuseValid(
        'origin',
        header('origin', (value) => value !== ''),
      ),
    ],
    'refuses-requests-through-proxies': [
      'a completion with Via or Forwarded is refused',
      refuseValid('via', (_, { head }) => head.header('via') !== undefined || head.header('forwarded') !== undefined),
    ],
    'refuses-scripts-of-browsers': [
      'a completion with X-Requested-With is refused',
      refuseValid(
        'x-requested-with',
        header('x-requested-with', (value) => value !== ''),
      ),
    ],
    'refuses-baggage': [
      'a completion with baggage of a tracing library is refused',
      refuseValid(
        'baggage',
        header('baggage', (value) => value !== ''),
      ),
    ],
    'refuses-charset-of-the-request': [
      'a charset on the Content-Type is refused',
      refuseValid(
        'content-type',
        header('content-type', (value) => /charset/i.test(value)),
      ),
    ],
  }),
  breaking(['models-list', 'models-statuses', 'client-headers-tolerated', 'version-path'], {
    'list-refuses-content-type': [
      'a model list with a Content-Type of the request is refused with 400',
      (behaviour, emit) => ({
        ...behaviour,
        refuseDisabled(project, operation, call) {
          if (operation !== 'models' || call.head.header('content-type') === undefined)
            return behaviour.refuseDisabled(project, operation, call)
          emit()
          return new Refusal('invalid', 'A fault of this mock refuses a Content-Type where there is no body.')
        },
      }),
    ],
  }),
]
