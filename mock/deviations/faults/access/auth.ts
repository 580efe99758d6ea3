import { Refusal } from '../../../core/errors.ts'
import type { RequestHead } from '../../../core/http.ts'
import type { Call } from '../../../core/types.ts'
import type { Apply, Fault } from '../../deviation.ts'
import { bodyFirst, judged } from '../../edits/body-first.ts'
import { replaceHeader } from '../../edits/json.ts'
import { onStatus } from '../../edits/when.ts'
import { type LetIn, wrongKeys } from './wrong-keys.ts'

const authorization = (head: RequestHead): string => head.header('authorization') ?? ''

/** What can be wrong with the key check (5). */
export const authFaults = (): readonly Fault[] => [
  ...wrongKeys.map(
    ([name, shows, letIn, breaks]): Fault => ({
      name: `serves-${name}`,
      breaks: [breaks, 'status-order'].flat(),
      shows,
      apply: open(letIn),
    }),
  ),
  {
    name: 'serves-stale-connections',
    breaks: [
      'auth-missing-key',
      'auth-malformed-key',
      'auth-unknown-key',
      'auth-wrong-secret',
      'auth-other-scheme',
      'auth-key-elsewhere',
      'status-order',
    ],
    shows: 'a wrong key is served every third time',
    apply: open((_, accounts, call) => (call.number % 3 === 0 ? accounts.projects[0] : undefined)),
  },
  {
    name: 'scheme-in-one-case-only',
    breaks: ['auth-scheme-case'],
    shows: 'the scheme word is refused in lower case',
    apply: shut((head) => /^[a-z]/.test(authorization(head))),
  },
  {
    name: 'scheme-in-capitals-refused',
    breaks: ['auth-scheme-case'],
    shows: 'the scheme word is refused in capitals',
    apply: shut((head) => authorization(head).startsWith('BEARER')),
  },
  {
    name: 'models-refuse-valid-keys-now-and-then',
    breaks: [
      'auth-valid-key',
      'models-list',
      'version-path',
      'auth-project-catalog',
      'list-empty',
      'auth-disabled-models',
      'client-headers-tolerated',
      'auth-scheme-case',
    ],
    shows: 'every other model list is refused although the key is valid',
    apply: shut((_, call) => call.operation === 'models' && call.number % 2 === 0),
  },
  {
    name: 'models-refuse-second-project',
    breaks: ['auth-valid-key', 'models-list', 'auth-project-catalog', 'model-not-authorized'],
    shows: 'the second project may not list its models',
    apply: shut((_, call) => call.operation === 'models', 1),
  },
  {
    name: 'challenge-missing',
    breaks: ['auth-challenge'],
    shows: 'a 401 has no WWW-Authenticate',
    apply: replaceHeader(onStatus(401), 'www-authenticate', undefined),
  },
  {
    name: 'challenge-missing-on-models',
    breaks: ['auth-challenge'],
    shows: 'the 401 of the model list has no WWW-Authenticate',
    apply: replaceHeader(
      (answer, call) => onStatus(401)(answer, call) && call.operation === 'models',
      'www-authenticate',
      undefined,
    ),
  },
  {
    name: 'disabled-is-served',
    breaks: ['auth-disabled'],
    shows: 'a disabled project is served completions',
    apply: enabled(() => true),
  },
  {
    name: 'disabled-is-served-streams',
    breaks: ['auth-disabled'],
    shows: 'a disabled project is served streams',
    wrap: (pipeline) => bodyFirst(pipeline, judged),
    apply: enabled(({ body }) => body?.stream === true),
  },
]

function open(letIn: LetIn): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    authenticate(head, accounts, call) {
      const decided = behaviour.authenticate(head, accounts, call)
      const guest = decided instanceof Refusal ? letIn(head, accounts, call) : undefined
      if (guest) emit()
      return guest ?? decided
    },
  })
}

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
