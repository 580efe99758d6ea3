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
      (behaviour, emit) => ({
        ...behaviour,
        parseBody(text, call) {
          const body = behaviour.parseBody(text, call)
          if (body instanceof Refusal || text === undefined || !ESCAPED_NAME.test(text)) return body
          if (behaviour.problemsOf(body, call).length > 0) return body
          emit()
          return new Refusal('not_json', 'names of fields have no escapes in this fault')
        },
      }),
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
