import { Refusal } from '../../../../core/errors.ts'
import { type Apply, breaking } from '../../../deviation.ts'
import { forgive } from '../../../edits/decisions.ts'
import { VALID } from '../../breaks.ts'

const ESCAPED_NAME = /\\u[\da-f]{4}[^"]*"\s*:/i

/** Breaches that one value of a request shows only together with another, or in the way in which some callers write. */
export const faults = () => [
  breaking(VALID, {
    'refuses-escaped-names': [
      'names of fields with an escape are refused',
      unreadable(ESCAPED_NAME, 'names of fields have no escapes in this fault'),
    ],
    'refuses-escaped-slashes': [
      'a slash behind a backslash, as encoders of PHP write it, is refused',
      unreadable(/[^\\](?:\\\\)*\\\//, 'slashes have no escapes in this fault'),
    ],
    'refuses-messages-before-the-model': [
      'a body whose first member is messages is refused',
      unreadable(/^\s*\{\s*"messages"/, 'the model is before the messages in this fault'),
    ],
  }),
  breaking(['request-temperature', 'request-top-p', ...VALID], {
    'refuses-numbers-with-an-exponent': [
      'a temperature or top_p with an exponent is refused',
      unreadable(/"(?:temperature|top_p)"\s*:\s*[\d.]+e/i, 'numbers have no exponents in this fault'),
    ],
  }),
  breaking(['client-headers-tolerated'], {
    'refuses-a-user-agent-with-403': [
      'completions are refused with 403 to a user agent that a filter dislikes',
      filtered((agent) => agent.startsWith('python-requests')),
    ],
    'refuses-no-user-agent-with-403': [
      'completions are refused with 403 to callers without a user agent',
      filtered((agent) => agent === ''),
    ],
  }),
  breaking(['request-temperature', 'stream-invalid-request', 'status-order', 'request-no-null'], {
    'lets-temperature-pass-beside-stop': [
      'temperature is not checked where stop is given',
      forgive(({ param }, { body }) => param === 'temperature' && body?.stop !== undefined),
    ],
  }),
]

/** Refuses a valid body that is written in such a way. */
function unreadable(writing: RegExp, words: string): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call) {
      const body = behaviour.parseBody(text, call)
      if (body instanceof Refusal || text === undefined || !writing.test(text)) return body
      if (behaviour.problemsOf(body, call).length > 0) return body
      emit()
      return new Refusal('not_json', words)
    },
  })
}

/** Takes the account for disabled where the user agent is of this kind. */
function filtered(dislikes: (agent: string) => boolean): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    refuseDisabled(project, operation, call) {
      if (operation !== 'completion' || !dislikes(call.head.header('user-agent') ?? ''))
        return behaviour.refuseDisabled(project, operation, call)
      emit()
      return new Refusal('disabled', 'the filter of this fault takes the account for disabled')
    },
  })
}
