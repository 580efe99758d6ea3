import type { RuleName } from '../../../core/request/rules.ts'
import type { Call } from '../../../core/types.ts'
import { breaking, type Worded, worded } from '../../deviation.ts'
import { ignore } from '../../edits/decisions.ts'

/** Where a rule is not applied, and what shows that. */
interface Where {
  readonly shows: string
  readonly when: () => (call: Call) => boolean
}

const where = (shows: string, when: (call: Call) => boolean): Where => ({ shows, when: () => when })
const onStreams = where('is not applied in streaming requests', ({ body }) => body?.stream === true)
const onPlainRequests = where('is not applied in requests without stream', ({ body }) => body?.stream !== true)
const forSecondProject = where(
  'is not applied in requests of the second project',
  ({ project }) => project?.ordinal === 1,
)
const onOtherModels = where(
  'is applied for the first model of a project alone',
  ({ body, project }) => body?.model !== [...(project?.models.keys() ?? [])][0],
)
const besideManyMessages = where(
  'is not applied in requests with more than one message',
  ({ body }) => Array.isArray(body?.messages) && body.messages.length > 1,
)
/** Each fault counts its own requests: a share of all requests would make it a matter of chance. */
const everyThirdTime: Where = {
  shows: 'is not applied every third time that it is broken',
  when() {
    let met = 0
    return () => ++met % 3 === 0
  },
}

const forgets = (rule: RuleName, { shows, when }: Where): Worded =>
  worded(`the rule ${rule} ${shows}`, ignore(rule, when()))

/** Rules that are applied in some places and forgotten in others. */
export const faults = () => [
  breaking(['request-closed', 'request-closed-likely', 'stream-invalid-request'], {
    'forgets-unknown-on-streams': forgets('unknown', onStreams),
    'forgets-unknown-for-second-project': forgets('unknown', forSecondProject),
    'forgets-unknown-on-other-models': forgets('unknown', onOtherModels),
    'forgets-unknown-every-third-time': forgets('unknown', everyThirdTime),
  }),
  breaking(['request-model', 'stream-invalid-request'], {
    'forgets-model-required-on-streams': forgets('model.required', onStreams),
  }),
  breaking(['message-role', 'stream-invalid-request'], {
    'forgets-role-enum-on-streams': forgets('role.enum', onStreams),
    'forgets-role-enum-every-third-time': forgets('role.enum', everyThirdTime),
    'forgets-role-enum-beside-many-messages': forgets('role.enum', besideManyMessages),
  }),
  breaking(['message-content', 'stream-invalid-request'], {
    'forgets-content-empty-on-streams': forgets('content.empty', onStreams),
    'forgets-content-empty-for-second-project': forgets('content.empty', forSecondProject),
    'forgets-content-empty-beside-many-messages': forgets('content.empty', besideManyMessages),
  }),
  breaking(['request-temperature', 'stream-invalid-request'], {
    'forgets-temperature-max-on-streams': forgets('temperature.max', onStreams),
    'forgets-temperature-max-for-second-project': forgets('temperature.max', forSecondProject),
    'forgets-temperature-max-every-third-time': forgets('temperature.max', everyThirdTime),
    'forgets-temperature-null-on-streams': [forgets('temperature.null', onStreams), 'request-no-null'],
    'forgets-null-on-other-models: numbers may be null in requests to another model than the first': [
      ignore(['temperature.null', 'top_p.null', 'n.null'], onOtherModels.when()),
      'request-top-p',
      'request-n',
      'request-no-null',
    ],
  }),
  breaking(['request-top-p', 'stream-invalid-request'], {
    'forgets-top-p-min-on-streams': forgets('top_p.min', onStreams),
    'forgets-top-p-null-for-second-project': [forgets('top_p.null', forSecondProject), 'request-no-null'],
  }),
  breaking(['request-max-tokens', 'stream-invalid-request'], {
    'forgets-max-tokens-min-on-streams': forgets('max_tokens.min', onStreams),
    'forgets-max-tokens-min-for-second-project': forgets('max_tokens.min', forSecondProject),
    'forgets-max-tokens-type-every-third-time': forgets('max_tokens.type', everyThirdTime),
  }),
  breaking(['request-max-exclusive', 'stream-invalid-request'], {
    'forgets-exclusive-on-streams': forgets('exclusive', onStreams),
    'forgets-exclusive-on-other-models: both limits may be in requests to another model than the first': ignore(
      'exclusive',
      onOtherModels.when(),
    ),
    'forgets-exclusive-for-second-project': forgets('exclusive', forSecondProject),
  }),
  breaking(['request-n', 'stream-invalid-request'], { 'forgets-n-max-on-streams': forgets('n.max', onStreams) }),
  breaking(['message-closed', 'message-closed-likely'], {
    'forgets-message-unknown-on-streams': forgets('message.unknown', onStreams),
  }),
  breaking(['request-closed', 'request-closed-likely'], {
    'forgets-unknown-on-plain-requests': forgets('unknown', onPlainRequests),
  }),
  breaking(['request-messages'], {
    'forgets-messages-few-on-plain-requests': forgets('messages.few', onPlainRequests),
    'forgets-messages-few-on-streams': [forgets('messages.few', onStreams), 'stream-invalid-request'],
  }),
  breaking([], {
    'forgets-role-enum-on-plain-requests': [forgets('role.enum', onPlainRequests), 'message-role'],
    'forgets-content-type-on-plain-requests': [forgets('content.type', onPlainRequests), 'message-content'],
  }),
  breaking(['request-temperature'], {
    'forgets-temperature-max-on-other-models': [forgets('temperature.max', onOtherModels), 'stream-invalid-request'],
    'forgets-temperature-type-on-plain-requests': forgets('temperature.type', onPlainRequests),
  }),
  breaking(['request-max-completion-tokens'], {
    'forgets-max-completion-tokens-type-for-second-project': [
      forgets('max_completion_tokens.type', forSecondProject),
      'stream-invalid-request',
    ],
    'forgets-max-completion-tokens-min-on-other-models': [
      forgets('max_completion_tokens.min', onOtherModels),
      'stream-invalid-request',
    ],
    'forgets-max-completion-tokens-min-on-plain-requests': forgets('max_completion_tokens.min', onPlainRequests),
  }),
  breaking(['request-n'], {
    'forgets-n-type-on-other-models': [forgets('n.type', onOtherModels), 'stream-invalid-request'],
    'forgets-n-max-on-plain-requests': forgets('n.max', onPlainRequests),
  }),
  breaking(['request-stop'], {
    'forgets-stop-many-on-other-models': [forgets('stop.many', onOtherModels), 'stream-invalid-request'],
    'forgets-stop-empty-on-plain-requests': forgets('stop.empty', onPlainRequests),
    'forgets-stop-null-on-plain-requests': [forgets('stop.null', onPlainRequests), 'request-no-null'],
    'forgets-stop-many-on-streams': [forgets('stop.many', onStreams), 'stream-invalid-request'],
    'forgets-stop-type-every-third-time': [forgets('stop.type', everyThirdTime), 'stream-invalid-request'],
  }),
  breaking(['request-stream-options-need-stream'], {
    'forgets-stream-options-alone-on-other-models: stream_options may stand without stream in requests to another model than the first':
      ignore('stream_options.alone', onOtherModels.when()),
    'forgets-stream-options-alone-for-second-project': [
      forgets('stream_options.alone', forSecondProject),
      'stream-invalid-request',
    ],
  }),
]
