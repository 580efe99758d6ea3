import { type Fault, fault } from '../../../deviation.ts'
import { VALID } from '../../breaks.ts'
import { refuseValid, type Valid } from './valid-requests.ts'

const header =
  (name: string, test: (value: string) => boolean): Valid =>
  (_, { head }) =>
    test(head.header(name) ?? '')

/** Valid requests that are refused for the headers around them. */
export const refusedHeaderFaults = (): readonly Fault[] => [
  fault(
    'refuses-accept-anything',
    ['client-headers-tolerated', ...VALID],
    'an Accept that does not name the type of the answer is refused',
    refuseValid(
      'accept',
      header('accept', (value) => value !== '' && !/json|event-stream|\*\/\*/.test(value)),
    ),
  ),
  fault(
    'refuses-accept-json-for-streams',
    ['client-headers-tolerated', ...VALID],
    'a stream is refused to who accepts JSON only',
    refuseValid(
      'accept',
      (body, call) => body.stream === true && header('accept', (value) => value === 'application/json')(body, call),
    ),
  ),
  fault(
    'refuses-headers-of-client-libraries',
    ['client-headers-tolerated', ...VALID],
    'headers of client libraries are refused',
    refuseValid('x-stainless-lang', (_, { head }) =>
      ['x-stainless-lang', 'x-stainless-retry-count', 'openai-organization', 'openai-beta'].some(
        (name) => head.header(name) !== undefined,
      ),
    ),
  ),
  fault(
    'refuses-charset-of-the-request',
    ['client-headers-tolerated', ...VALID],
    'a charset on the Content-Type is refused',
    refuseValid(
      'content-type',
      header('content-type', (value) => /charset/i.test(value)),
    ),
  ),
]
