import type { MockConfig } from '../../../core/config.ts'
import { Refusal } from '../../../core/errors.ts'
import type { RequestHead } from '../../../core/http.ts'
import type { Call, Project } from '../../../core/types.ts'
import { type Apply, breaking, type Change } from '../../deviation.ts'
import { bodyFirst, judged } from '../../edits/body-first.ts'
import { instead } from '../../edits/instead.ts'
import { asStatus, replaceHeader } from '../../edits/responses.ts'
import { both, onStatus, type When } from '../../edits/when.ts'
import { NO_LIST } from '../breaks.ts'

type Picks = (head: RequestHead, call: Call, project?: Project) => boolean

const authorization = (head: RequestHead): string => head.header('authorization') ?? ''
const inLowerCase: Picks = (head) => /^[a-z]/.test(authorization(head))
const inCapitals: Picks = (head) => authorization(head).startsWith('BEARER')
const listsModels: Picks = (_, { operation }) => operation === 'models'
const listOfSecond: Picks = (head, call, project) => listsModels(head, call) && project?.ordinal === 1
const everyOtherList: Picks = (head, call) => listsModels(head, call) && call.number % 2 === 0
const keyBeyondAscii: Picks = (head) => /[^\0-\x7f]/.test(authorization(head))
const titleBeyondAscii: Picks = (head) => /[^\0-\x7f]/.test(head.header('x-title') ?? '')

const on401OfModels: When = both(onStatus(401), (_, { operation }) => operation === 'models')
const onEmptyHeader: When = both(on401OfModels, (_, { head }) => head.header('authorization') === '')
const emptyAs400 = asStatus(400, onEmptyHeader)

/** Requirements that break if some valid keys get no model list. */
const LISTS = [...NO_LIST, 'auth-disabled-models', 'model-callable-listed'] as const
/** Requirements that break if the second project has no model list. */
const NO_SECOND = ['auth-valid-key', 'models-list', 'auth-project-catalog', 'model-not-authorized'] as const

const withoutChallenge = (when: When) => replaceHeader(when, 'www-authenticate', undefined)

/** Faults in the key check, except accepting wrong keys (5). */
export const faults = () => [
  breaking([], shut, {
    'scheme-in-one-case-only: the scheme word is refused in lower case': [inLowerCase, 'auth-scheme-case'],
    'scheme-in-capitals-refused: the scheme word is refused in capitals': [inCapitals, 'auth-scheme-case'],
    'models-refuse-valid-keys-now-and-then: every other list is refused': [everyOtherList, ...LISTS],
    'models-refuse-second-project: the second project gets no list': [listOfSecond, ...NO_SECOND],
  }),
  breaking([], failing, {
    'key-beyond-ascii-as-500: a key beyond ASCII is a 500': [keyBeyondAscii, 'auth-malformed-key', 'auth-wrong-secret'],
    'header-beyond-ascii-as-500: a header beyond ASCII is a 500': [titleBeyondAscii, 'client-headers-tolerated'],
  }),
  breaking(['auth-challenge'], withoutChallenge, {
    'challenge-missing: a 401 has no WWW-Authenticate': onStatus(401),
    'challenge-missing-on-models: the 401 of the model list has no WWW-Authenticate': on401OfModels,
  }),
  breaking(['auth-disabled'], {
    'disabled-is-served: a disabled project is served completions': enabled(() => true),
    'disabled-is-served-streams: a disabled project gets streams': enabledByBody(({ body }) => body?.stream === true),
    'disabled-is-served-other-models: a disabled project is served its second model': secondModelEnabled,
  }),
  breaking(['auth-missing-key', 'models-statuses'], {
    'empty-header-as-400-on-models: an empty Authorization gets 400 from the model list': emptyAs400,
  }),
]

/** Refuses valid keys. */
function shut(out: Picks): Apply {
  return instead('authenticate', (plain, head, _, call) => {
    const decided = plain()
    if (decided instanceof Refusal || !out(head, call, decided)) return decided
    const headers = ['www-authenticate', 'Bearer']
    return new Refusal('unauthenticated', 'A fault of this mock refuses the key.', { headers })
  })
}

/** Returns 500 before the key is checked. */
function failing(when: Picks): Apply {
  const failed = new Refusal('internal', 'A fault of this mock fails here.')
  return instead('authenticate', (plain, head, _, call) => (when(head, call) ? failed : plain()))
}

const secondModelEnabled: Change = {
  configure: withSecondModel,
  ...enabledByBody(({ body }) => body?.model === 'svc/small-1'),
}

/** Serves completions to disabled projects. */
function enabled(when: (call: Call) => boolean): Apply {
  return instead('refuseDisabled', (plain, _, operation, call) =>
    operation === 'completion' && plain() && when(call) ? undefined : plain(),
  )
}

/** Like `enabled`, for conditions that need the body, which is then read first. */
function enabledByBody(when: (call: Call) => boolean): Change {
  return { wrap: (pipeline) => bodyFirst(pipeline, judged), apply: enabled(when) }
}

/** Adds a second model to the disabled project. */
function withSecondModel(config: MockConfig): MockConfig {
  const { disabled } = config.projects
  if (!disabled) return config
  const models = [...disabled.models, 'svc/small-1']
  return { ...config, projects: { ...config.projects, disabled: { ...disabled, models } } }
}
