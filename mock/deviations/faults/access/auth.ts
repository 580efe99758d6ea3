import { Refusal } from '../../../core/errors.ts'
import type { RequestHead } from '../../../core/http.ts'
import type { Call } from '../../../core/types.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { bodyFirst, judged } from '../../edits/body-first.ts'
import { replaceHeader } from '../../edits/json.ts'
import { onStatus } from '../../edits/when.ts'

const authorization = (head: RequestHead): string => head.header('authorization') ?? ''

/** What can be wrong with the key check, beside keys that should not get in (5). */
export const authFaults = (): readonly Fault[] => [
  fault(
    'scheme-in-one-case-only',
    ['auth-scheme-case'],
    'the scheme word is refused in lower case',
    shut((head) => /^[a-z]/.test(authorization(head))),
  ),
  fault(
    'scheme-in-capitals-refused',
    ['auth-scheme-case'],
    'the scheme word is refused in capitals',
    shut((head) => authorization(head).startsWith('BEARER')),
  ),
  fault(
    'models-refuse-valid-keys-now-and-then',
    [
      'auth-valid-key',
      'models-list',
      'version-path',
      'auth-project-catalog',
      'list-empty',
      'auth-disabled-models',
      'client-headers-tolerated',
      'auth-scheme-case',
    ],
    'every other model list is refused although the key is valid',
    shut((_, call) => call.operation === 'models' && call.number % 2 === 0),
  ),
  fault(
    'models-refuse-second-project',
    ['auth-valid-key', 'models-list', 'auth-project-catalog', 'model-not-authorized'],
    'the second project may not list its models',
    shut((_, call) => call.operation === 'models', 1),
  ),
  fault(
    'challenge-missing',
    ['auth-challenge'],
    'a 401 has no WWW-Authenticate',
    replaceHeader(onStatus(401), 'www-authenticate', undefined),
  ),
  fault(
    'challenge-missing-on-models',
    ['auth-challenge'],
    'the 401 of the model list has no WWW-Authenticate',
    replaceHeader(
      (answer, call) => onStatus(401)(answer, call) && call.operation === 'models',
      'www-authenticate',
      undefined,
    ),
  ),
  fault(
    'disabled-is-served',
    ['auth-disabled'],
    'a disabled project is served completions',
    enabled(() => true),
  ),
  fault('disabled-is-served-streams', ['auth-disabled'], 'a disabled project is served streams', {
    wrap: (pipeline) => bodyFirst(pipeline, judged),
    apply: enabled(({ body }) => body?.stream === true),
  }),
]

function shut(out: (head: RequestHead, call: Call) => boolean, ordinal?: number): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    authenticate(head, accounts, call) {
      const decided = behaviour.authenticate(head, accounts, call)
      if (decided instanceof Refusal || !out(head, call) || decided.ordinal !== (ordinal ?? decided.ordinal))
        return decided
      emit()
      return new Refusal('unauthenticated', 'A fault of this mock refuses the key.', {
        headers: ['www-authenticate', 'Bearer'],
      })
    },
  })
}

function enabled(when: (call: Call) => boolean): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    refuseDisabled(project, operation, call) {
      const refusal = behaviour.refuseDisabled(project, operation, call)
      if (!refusal || operation !== 'completion' || !when(call)) return refusal
      emit()
      return undefined
    },
  })
}
