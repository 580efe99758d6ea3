import { Refusal } from '../../../core/errors.ts'
import type { RequestHead } from '../../../core/http.ts'
import type { Call } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { bodyFirst, judged } from '../../edits/body-first.ts'
import { replaceHeader } from '../../edits/json.ts'
import { onStatus } from '../../edits/when.ts'

const authorization = (head: RequestHead): string => head.header('authorization') ?? ''

/** What can be wrong with the key check, besides keys that it should reject (5). */
export const faults = () => [
  breaking(['auth-scheme-case'], {
    'scheme-in-one-case-only': [
      'the scheme word is refused in lower case',
      shut((head) => /^[a-z]/.test(authorization(head))),
    ],
    'scheme-in-capitals-refused': [
      'the scheme word is refused in capitals',
      shut((head) => authorization(head).startsWith('BEARER')),
    ],
  }),
  breaking(
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
    {
      'models-refuse-valid-keys-now-and-then': [
        'every other model list is refused although the key is valid',
        shut((_, call) => call.operation === 'models' && call.number % 2 === 0),
      ],
    },
  ),
  breaking(['auth-valid-key', 'models-list', 'auth-project-catalog', 'model-not-authorized'], {
    'models-refuse-second-project': [
      'the second project may not list its models',
      shut((_, call) => call.operation === 'models', 1),
    ],
  }),
  breaking(['auth-malformed-key', 'auth-wrong-secret'], {
    'key-beyond-ascii-as-500': [
      'a key with bytes beyond ASCII is answered with 500',
      failing((head) => /[^\0-\x7f]/.test(authorization(head))),
    ],
  }),
  breaking(['client-headers-tolerated'], {
    'header-beyond-ascii-as-500': [
      'a header with bytes beyond ASCII is answered with 500',
      failing((head) => /[^\0-\x7f]/.test(head.header('x-title') ?? '')),
    ],
  }),
  breaking(['auth-challenge'], {
    'challenge-missing': ['a 401 has no WWW-Authenticate', replaceHeader(onStatus(401), 'www-authenticate', undefined)],
    'challenge-missing-on-models': [
      'the 401 of the model list has no WWW-Authenticate',
      replaceHeader(
        (answer, call) => onStatus(401)(answer, call) && call.operation === 'models',
        'www-authenticate',
        undefined,
      ),
    ],
  }),
  breaking(['auth-disabled'], {
    'disabled-is-served': ['a disabled project is served completions', enabled(() => true)],
    'disabled-is-served-streams': [
      'a disabled project is served streams',
      {
        wrap: (pipeline) => bodyFirst(pipeline, judged),
        apply: enabled(({ body }) => body?.stream === true),
      },
    ],
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

/** Answers 500 before any key is looked at. */
function failing(when: (head: RequestHead) => boolean): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    authenticate(head, accounts, call) {
      if (!when(head)) return behaviour.authenticate(head, accounts, call)
      emit()
      return new Refusal('internal', 'A fault of this mock fails here.')
    },
  })
}

/** Serves completions to disabled projects. */
export function enabled(when: (call: Call) => boolean): Apply {
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
