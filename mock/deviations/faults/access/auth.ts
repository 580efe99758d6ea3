import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import type { MockConfig } from '../../../core/config.ts'
import { Refusal } from '../../../core/errors.ts'
import type { RequestHead } from '../../../core/http.ts'
import type { Call } from '../../../core/types.ts'
import { type Apply, breaking, type Change } from '../../deviation.ts'
import { bodyFirst, judged } from '../../edits/body-first.ts'
import { instead } from '../../edits/instead.ts'
import { asStatus, replaceHeader } from '../../edits/json.ts'
import { both, onStatus, type When } from '../../edits/when.ts'
import { NO_LIST } from '../breaks.ts'

const authorization = (head: RequestHead): string => head.header('authorization') ?? ''
const onModels: When = (_, { operation }) => operation === 'models'

/** Requirements that break if some valid keys get no model list. */
const LISTS: readonly RequirementId[] = [...NO_LIST, 'auth-disabled-models']

/** Faults of the key check, besides accepting wrong keys (5). */
export const faults = () => [
  breaking(['auth-scheme-case'], shut, {
    'scheme-in-one-case-only: the scheme word is refused in lower case': (head) => /^[a-z]/.test(authorization(head)),
    'scheme-in-capitals-refused: the scheme word is refused in capitals': (head) =>
      authorization(head).startsWith('BEARER'),
  }),
  breaking(LISTS, shut, {
    'models-refuse-valid-keys-now-and-then: every other model list is refused although the key is valid': (_, call) =>
      call.operation === 'models' && call.number % 2 === 0,
  }),
  breaking(['auth-valid-key', 'models-list', 'auth-project-catalog', 'model-not-authorized'], {
    'models-refuse-second-project: the second project may not list its models': shut(
      (_, call) => call.operation === 'models',
      1,
    ),
  }),
  breaking([], failing, {
    'key-beyond-ascii-as-500: a key with bytes beyond ASCII is answered with 500': [
      (head) => /[^\0-\x7f]/.test(authorization(head)),
      'auth-malformed-key',
      'auth-wrong-secret',
    ],
    'header-beyond-ascii-as-500: a header with bytes beyond ASCII is answered with 500': [
      (head) => /[^\0-\x7f]/.test(head.header('x-title') ?? ''),
      'client-headers-tolerated',
    ],
  }),
  breaking(['auth-missing-key', 'models-statuses'], {
    'empty-header-as-400-on-models: the model list answers an empty Authorization with 400': asStatus(
      400,
      both(both(onStatus(401), onModels), (_, { head }) => head.header('authorization') === ''),
      'invalid_request_error',
    ),
  }),
  breaking(['auth-challenge'], withoutChallenge, {
    'challenge-missing: a 401 has no WWW-Authenticate': onStatus(401),
    'challenge-missing-on-models: the 401 of the model list has no WWW-Authenticate': both(onStatus(401), onModels),
  }),
  breaking(['auth-disabled'], {
    'disabled-is-served: a disabled project is served completions': enabled(() => true),
    'disabled-is-served-streams: a disabled project gets streams': enabledByBody(({ body }) => body?.stream === true),
    'disabled-is-served-other-models: a disabled project is served its second model': {
      configure: withSecondModel,
      ...enabledByBody(({ body }) => body?.model === 'svc/small-1'),
    },
  }),
]

function withoutChallenge(when: When): Apply {
  return replaceHeader(when, 'www-authenticate', undefined)
}

function shut(out: (head: RequestHead, call: Call) => boolean, ordinal?: number): Apply {
  return instead('authenticate', (plain, head, _, call) => {
    const decided = plain()
    if (decided instanceof Refusal || !out(head, call) || decided.ordinal !== (ordinal ?? decided.ordinal))
      return decided
    return new Refusal('unauthenticated', 'A fault of this mock refuses the key.', {
      headers: ['www-authenticate', 'Bearer'],
    })
  })
}

/** Answers 500 before any key is looked at. */
function failing(when: (head: RequestHead) => boolean): Apply {
  return instead('authenticate', (plain, head) =>
    when(head) ? new Refusal('internal', 'A fault of this mock fails here.') : plain(),
  )
}

/** Serves completions to disabled projects. */
function enabled(when: (call: Call) => boolean): Apply {
  return instead('refuseDisabled', (plain, _, operation, call) =>
    operation === 'completion' && plain() && when(call) ? undefined : plain(),
  )
}

/** The same, if the body decides. */
function enabledByBody(when: (call: Call) => boolean): Change {
  return { wrap: (pipeline) => bodyFirst(pipeline, judged), apply: enabled(when) }
}

/** Adds a second model to the disabled project. */
function withSecondModel(config: MockConfig): MockConfig {
  const { disabled } = config.projects
  if (!disabled) return config
  const models = [...(disabled.models ?? []), 'svc/small-1']
  return { ...config, projects: { ...config.projects, disabled: { ...disabled, models } } }
}
