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

type Picks = (head: RequestHead, call: Call) => boolean

const authorization = (head: RequestHead): string => head.header('authorization') ?? ''
const inLowerCase: Picks = (head) => /^[a-z]/.test(authorization(head))
const inCapitals: Picks = (head) => authorization(head).startsWith('BEARER')
const listsModels: Picks = (_, { operation }) => operation === 'models'
const everyOtherList: Picks = (head, call) => listsModels(head, call) && call.number % 2 === 0
const keyBeyondAscii: Picks = (head) => /[^\0-\x7f]/.test(authorization(head))
const titleBeyondAscii: Picks = (head) => /[^\0-\x7f]/.test(head.header('x-title') ?? '')

const on401OfModels: When = both(onStatus(401), (_, { operation }) => operation === 'models')
const onEmptyHeader: When = both(on401OfModels, (_, { head }) => head.header('authorization') === '')

const withoutChallenge = (when: When) => replaceHeader(when, 'www-authenticate', undefined)

/** Faults of the key check, besides accepting wrong keys (5). */
export const faults = () => [
  breaking(['auth-scheme-case'], shut, {
    'scheme-in-one-case-only: the scheme word is refused in lower case': inLowerCase,
    'scheme-in-capitals-refused: the scheme word is refused in capitals': inCapitals,
  }),
  breaking([...NO_LIST, 'auth-disabled-models'], shut, {
    'models-refuse-valid-keys-now-and-then: every other list is refused although the key is valid': everyOtherList,
  }),
  breaking(['auth-valid-key', 'models-list', 'auth-project-catalog', 'model-not-authorized'], {
    'models-refuse-second-project: the second project may not list its models': shut(listsModels, 1),
  }),
  breaking(['auth-malformed-key', 'auth-wrong-secret'], failing, {
    'key-beyond-ascii-as-500: a key with bytes beyond ASCII is answered with 500': keyBeyondAscii,
  }),
  breaking(['client-headers-tolerated'], failing, {
    'header-beyond-ascii-as-500: a header with bytes beyond ASCII is answered with 500': titleBeyondAscii,
  }),
  breaking(['auth-missing-key', 'models-statuses'], (when: When) => asStatus(400, when, 'invalid_request_error'), {
    'empty-header-as-400-on-models: the model list answers an empty Authorization with 400': onEmptyHeader,
  }),
  breaking(['auth-challenge'], withoutChallenge, {
    'challenge-missing: a 401 has no WWW-Authenticate': onStatus(401),
    'challenge-missing-on-models: the 401 of the model list has no WWW-Authenticate': on401OfModels,
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

/** Refuses valid keys of any project, or of one. */
function shut(out: Picks, ordinal?: number): Apply {
  return instead('authenticate', (plain, head, _, call) => {
    const decided = plain()
    if (decided instanceof Refusal || !out(head, call) || decided.ordinal !== (ordinal ?? decided.ordinal))
      return decided
    const headers = ['www-authenticate', 'Bearer']
    return new Refusal('unauthenticated', 'A fault of this mock refuses the key.', { headers })
  })
}

/** Answers 500 before any key is looked at. */
function failing(when: Picks): Apply {
  const failed = new Refusal('internal', 'A fault of this mock fails here.')
  return instead('authenticate', (plain, head, _, call) => (when(head, call) ? failed : plain()))
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
