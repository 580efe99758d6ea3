import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import type { MockConfig } from '../../../core/config.ts'
import type { Answer } from '../../../core/http.ts'
import { breaking } from '../../deviation.ts'
import { bodyFirst, judged } from '../../edits/body-first.ts'
import { editAnswer } from '../../edits/json.ts'
import { type Admit, letIn } from '../../edits/let-in.ts'
import { onStatus } from '../../edits/when.ts'
import { enabled } from './auth.ts'
import { ofKey } from './wrong-keys.ts'

const MALFORMED: readonly RequirementId[] = ['auth-malformed-key', 'auth-wrong-secret', 'status-order']
const SCHEME: readonly RequirementId[] = ['auth-other-scheme', 'status-order']

/** Reads a key out of the Authorization header. */
const read =
  (key: (header: string) => string | undefined): Admit =>
  (head, accounts) =>
    ofKey(key(head.header('authorization') ?? ''), accounts)

/** Gives the disabled project a second model. */
function withSecondModel(config: MockConfig): MockConfig {
  const { disabled } = config.projects
  if (!disabled) return config
  return {
    ...config,
    projects: { ...config.projects, disabled: { ...disabled, models: [...(disabled.models ?? []), 'svc/small-1'] } },
  }
}

/** Keys that get in although they are written in another way, and refusals that depend on what is asked (5). */
export const faults = () => [
  breaking(SCHEME, {
    'serves-token-scheme-with-a-name': [
      'Token token="…" is served',
      letIn(read((header) => /^token token="([^"]+)"$/i.exec(header)?.[1])),
    ],
    'serves-key-scheme-in-streams': [
      'streams are served under the scheme Key',
      {
        wrap: (pipeline) => bodyFirst(pipeline, judged),
        apply: letIn((head, accounts, call) =>
          call.body?.stream === true
            ? read((header) => /^key (\S+)$/i.exec(header)?.[1])(head, accounts, call)
            : undefined,
        ),
      },
    ],
  }),
  breaking(MALFORMED, {
    'serves-key-with-hyphens': [
      'a key with hyphens for underscores is served',
      letIn(read((header) => /^Bearer svc-\S+$/.exec(header)?.[0].replace(/^Bearer svc-([^-]+)-/, 'svc_$1_'))),
    ],
    'serves-key-with-a-blank-inside': [
      'blanks inside a key are left out',
      letIn(read((header) => /^Bearer (\S+ \S+)$/.exec(header)?.[1]?.replace(' ', ''))),
    ],
    'serves-prefix-in-capitals': [
      'a key that begins with SVC_ is served',
      letIn(read((header) => /^Bearer SVC(_\S+)$/.exec(header)?.[1]?.replace('_', 'svc_'))),
    ],
  }),
  breaking(['auth-missing-key', 'models-statuses'], {
    'empty-header-as-400-on-models': [
      'the model list answers an empty Authorization with 400',
      editAnswer(
        (answer, call) =>
          onStatus(401)(answer, call) && call.operation === 'models' && call.head.header('authorization') === '',
        (answer) => ({ ...answer, status: 400, body: ofType(answer, 'invalid_request_error') }),
      ),
    ],
  }),
  breaking(['auth-disabled'], {
    'disabled-is-served-other-models': [
      'a disabled project is served its second model',
      {
        configure: withSecondModel,
        wrap: (pipeline) => bodyFirst(pipeline, judged),
        apply: enabled(({ body }) => body?.model === 'svc/small-1'),
      },
    ],
  }),
]

const ofType = ({ body }: Answer, type: string): string => String(body).replace('authentication_error', type)
