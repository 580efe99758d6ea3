import { DONE } from '../../../core/answers/done.ts'
import { type ErrorKind, Refusal } from '../../../core/errors.ts'
import type { Call, Project } from '../../../core/types.ts'
import { type Apply, breaking, type Change } from '../../deviation.ts'
import { errorInStream } from '../../edits/error-in-stream.ts'
import { instead, remembering } from '../../edits/instead.ts'
import { replaceHeader } from '../../edits/json.ts'
import { drop, editSealed } from '../../edits/request-id.ts'
import { both, onReason, type When } from '../../edits/when.ts'

/** Requests after which a gateway no longer knows that a project is disabled. */
const REMEMBERED = 5

const onInternalOfList = both(onReason('internal'), (_, { operation }) => operation === 'models')

/** States that only some requests show, that carry over to the next request, or that end later than announced. */
export const faults = () => [
  breaking([], sticks, {
    'limited-leaks-to-other-project: a 429 is repeated for the next project': ['limited', 'limit-per-project'],
    'disabled-sticks-to-next-key: a 403 is repeated for the next project': ['disabled', 'auth-valid-key'],
    'unavailable-sticks-to-next-request: a 503 is repeated for the next project': ['unavailable', 'failures-apart'],
    'internal-sticks-to-next-request: a 500 is repeated for the next project': ['internal', 'failures-apart'],
  }),
  breaking([], inStream, {
    'internal-streams-200-then-error: an internal error is the only event of a stream': ['internal', 'internal-500'],
    'unavailable-streams-200-then-error: a 503 is the only event of a stream': ['unavailable', 'unavailable-503'],
  }),
  breaking(['auth-disabled'], remembering, {
    'disabled-is-forgotten: a disabled project is served from its sixth completion on': forgetful,
  }),
  breaking(['request-id-present'], (when: When) => editSealed(when, drop), {
    'internal-list-loses-the-request-id: the internal error of a list has no request id': onInternalOfList,
  }),
  breaking(['retry-after-enough'], (seconds: string) => replaceHeader(onReason('limited'), 'retry-after', seconds), {
    'retry-after-too-short: Retry-After of a 429 is 1, and the limit is one of a minute': '1',
  }),
]

function inStream(kind: ErrorKind): Change {
  return errorInStream([kind], (error) => `data: ${error}\n\n${DONE}`)
}

function forgetful(): Apply {
  let refused = 0
  return instead('refuseDisabled', (plain, _, operation) =>
    plain() && operation === 'completion' && ++refused > REMEMBERED ? undefined : plain(),
  )
}

/** Refuses the next completion of another project in the same way as the last one. */
function sticks(kind: ErrorKind): Apply {
  const headers = kind === 'limited' ? ['retry-after', '1'] : []
  return (behaviour, emit) => {
    const stuck = new WeakSet<Call>()
    let left: Project | undefined
    return {
      ...behaviour,
      answers: [
        ...behaviour.answers,
        (answer, call) => {
          if (answer.error === kind && !stuck.has(call)) left = call.project
          return answer
        },
      ],
      findModel(id, project, accounts, call) {
        if (!left || left === project) return behaviour.findModel(id, project, accounts, call)
        left = undefined
        stuck.add(call)
        emit()
        return new Refusal(kind, 'A fault of this mock answers as it has answered before.', { headers })
      },
    }
  }
}
