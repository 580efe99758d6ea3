import type { Call } from '../../../../core/types.ts'
import { breaking } from '../../../deviation.ts'
import { ignore } from '../../../edits/decisions.ts'

const onStreams = ({ body }: Call): boolean => body?.stream === true
const onPlainRequests = (call: Call): boolean => !onStreams(call)
const forSecondProject = ({ project }: Call): boolean => project?.ordinal === 1
const onOtherModels = ({ body, project }: Call): boolean => body?.model !== [...(project?.models.keys() ?? [])][0]
const besideManyMessages = ({ body }: Call): boolean => Array.isArray(body?.messages) && body.messages.length > 1

/** Each fault counts its own requests: a share of all requests would make it a matter of chance. */
function everyThirdTime(): () => boolean {
  let met = 0
  return () => ++met % 3 === 0
}

/** Rules that are applied in some places and forgotten in others. */
export const faults = () => [
  breaking(['request-closed', 'request-closed-likely', 'stream-invalid-request'], {
    'forgets-unknown-on-streams': [
      'the rule unknown is not applied in streaming requests',
      ignore('unknown', onStreams),
    ],
    'forgets-unknown-for-second-project': [
      'the rule unknown is not applied in requests of the second project',
      ignore('unknown', forSecondProject),
    ],
    'forgets-unknown-on-other-models': [
      'the rule unknown is applied for the first model of a project alone',
      ignore('unknown', onOtherModels),
    ],
    'forgets-unknown-every-third-time': [
      'the rule unknown is not applied every third time that it is broken',
      ignore('unknown', everyThirdTime()),
    ],
  }),
  breaking(['request-model', 'stream-invalid-request'], {
    'forgets-model-required-on-streams': [
      'the rule model.required is not applied in streaming requests',
      ignore('model.required', onStreams),
    ],
  }),
  breaking(['message-role', 'stream-invalid-request'], {
    'forgets-role-enum-on-streams': [
      'the rule role.enum is not applied in streaming requests',
      ignore('role.enum', onStreams),
    ],
    'forgets-role-enum-every-third-time': [
      'the rule role.enum is not applied every third time that it is broken',
      ignore('role.enum', everyThirdTime()),
    ],
    'forgets-role-enum-beside-many-messages': [
      'the rule role.enum is not applied in requests with more than one message',
      ignore('role.enum', besideManyMessages),
    ],
  }),
  breaking(['message-content', 'stream-invalid-request'], {
    'forgets-content-empty-on-streams': [
      'the rule content.empty is not applied in streaming requests',
      ignore('content.empty', onStreams),
    ],
    'forgets-content-empty-for-second-project': [
      'the rule content.empty is not applied in requests of the second project',
      ignore('content.empty', forSecondProject),
    ],
    'forgets-content-empty-beside-many-messages': [
      'the rule content.empty is not applied in requests with more than one message',
      ignore('content.empty', besideManyMessages),
    ],
  }),
  breaking(['request-temperature', 'stream-invalid-request'], {
    'forgets-temperature-max-on-streams': [
      'the rule temperature.max is not applied in streaming requests',
      ignore('temperature.max', onStreams),
    ],
    'forgets-temperature-max-for-second-project': [
      'the rule temperature.max is not applied in requests of the second project',
      ignore('temperature.max', forSecondProject),
    ],
    'forgets-temperature-max-every-third-time': [
      'the rule temperature.max is not applied every third time that it is broken',
      ignore('temperature.max', everyThirdTime()),
    ],
    'forgets-temperature-null-on-streams': [
      'the rule temperature.null is not applied in streaming requests',
      ignore('temperature.null', onStreams),
      'request-no-null',
    ],
    'forgets-null-on-other-models': [
      'numbers may be null in requests to another model than the first',
      ignore(['temperature.null', 'top_p.null', 'n.null'], onOtherModels),
      'request-top-p',
      'request-n',
      'request-no-null',
    ],
  }),
  breaking(['request-top-p', 'stream-invalid-request'], {
    'forgets-top-p-min-on-streams': [
      'the rule top_p.min is not applied in streaming requests',
      ignore('top_p.min', onStreams),
    ],
    'forgets-top-p-null-for-second-project': [
      'the rule top_p.null is not applied in requests of the second project',
      ignore('top_p.null', forSecondProject),
      'request-no-null',
    ],
  }),
  breaking(['request-max-tokens', 'stream-invalid-request'], {
    'forgets-max-tokens-min-on-streams': [
      'the rule max_tokens.min is not applied in streaming requests',
      ignore('max_tokens.min', onStreams),
    ],
    'forgets-max-tokens-min-for-second-project': [
      'the rule max_tokens.min is not applied in requests of the second project',
      ignore('max_tokens.min', forSecondProject),
    ],
    'forgets-max-tokens-type-every-third-time': [
      'the rule max_tokens.type is not applied every third time that it is broken',
      ignore('max_tokens.type', everyThirdTime()),
    ],
  }),
  breaking(['request-max-exclusive', 'stream-invalid-request'], {
    'forgets-exclusive-on-streams': [
      'the rule exclusive is not applied in streaming requests',
      ignore('exclusive', onStreams),
    ],
    'forgets-exclusive-on-other-models': [
      'both limits may be in requests to another model than the first',
      ignore('exclusive', onOtherModels),
    ],
    'forgets-exclusive-for-second-project': [
      'the rule exclusive is not applied in requests of the second project',
      ignore('exclusive', forSecondProject),
    ],
  }),
  breaking(['request-n', 'stream-invalid-request'], {
    'forgets-n-max-on-streams': ['the rule n.max is not applied in streaming requests', ignore('n.max', onStreams)],
  }),
  breaking(['message-closed', 'message-closed-likely'], {
    'forgets-message-unknown-on-streams': [
      'the rule message.unknown is not applied in streaming requests',
      ignore('message.unknown', onStreams),
    ],
  }),
  breaking(['request-closed', 'request-closed-likely'], {
    'forgets-unknown-on-plain-requests': [
      'the rule unknown is not applied in requests without stream',
      ignore('unknown', onPlainRequests),
    ],
  }),
  breaking(['request-messages'], {
    'forgets-messages-few-on-plain-requests': [
      'the rule messages.few is not applied in requests without stream',
      ignore('messages.few', onPlainRequests),
    ],
    'forgets-messages-few-on-streams': [
      'the rule messages.few is not applied in streaming requests',
      ignore('messages.few', onStreams),
      'stream-invalid-request',
    ],
  }),
  breaking(['message-role'], {
    'forgets-role-enum-on-plain-requests': [
      'the rule role.enum is not applied in requests without stream',
      ignore('role.enum', onPlainRequests),
    ],
  }),
  breaking(['message-content'], {
    'forgets-content-type-on-plain-requests': [
      'the rule content.type is not applied in requests without stream',
      ignore('content.type', onPlainRequests),
    ],
  }),
  breaking(['request-temperature'], {
    'forgets-temperature-max-on-other-models': [
      'the rule temperature.max is applied for the first model of a project alone',
      ignore(['temperature.max'], onOtherModels),
      'stream-invalid-request',
    ],
    'forgets-temperature-type-on-plain-requests': [
      'the rule temperature.type is not applied in requests without stream',
      ignore('temperature.type', onPlainRequests),
    ],
  }),
  breaking(['request-max-completion-tokens'], {
    'forgets-max-completion-tokens-type-for-second-project': [
      'the rule max_completion_tokens.type is not applied in requests of the second project',
      ignore(['max_completion_tokens.type'], forSecondProject),
      'stream-invalid-request',
    ],
    'forgets-max-completion-tokens-min-on-other-models': [
      'the rule max_completion_tokens.min is applied for the first model of a project alone',
      ignore(['max_completion_tokens.min'], onOtherModels),
      'stream-invalid-request',
    ],
    'forgets-max-completion-tokens-min-on-plain-requests': [
      'the rule max_completion_tokens.min is not applied in requests without stream',
      ignore('max_completion_tokens.min', onPlainRequests),
    ],
  }),
  breaking(['request-n'], {
    'forgets-n-type-on-other-models': [
      'the rule n.type is applied for the first model of a project alone',
      ignore(['n.type'], onOtherModels),
      'stream-invalid-request',
    ],
    'forgets-n-max-on-plain-requests': [
      'the rule n.max is not applied in requests without stream',
      ignore('n.max', onPlainRequests),
    ],
  }),
  breaking(['request-stop'], {
    'forgets-stop-many-on-other-models': [
      'the rule stop.many is applied for the first model of a project alone',
      ignore(['stop.many'], onOtherModels),
      'stream-invalid-request',
    ],
    'forgets-stop-empty-on-plain-requests': [
      'the rule stop.empty is not applied in requests without stream',
      ignore('stop.empty', onPlainRequests),
    ],
    'forgets-stop-null-on-plain-requests': [
      'the rule stop.null is not applied in requests without stream',
      ignore('stop.null', onPlainRequests),
      'request-no-null',
    ],
    'forgets-stop-many-on-streams': [
      'the rule stop.many is not applied in streaming requests',
      ignore('stop.many', onStreams),
      'stream-invalid-request',
    ],
    'forgets-stop-type-every-third-time': [
      'the rule stop.type is not applied every third time that it is broken',
      ignore('stop.type', everyThirdTime()),
      'stream-invalid-request',
    ],
  }),
  breaking(['request-stream-options-need-stream'], {
    'forgets-stream-options-alone-on-other-models': [
      'stream_options may stand without stream in requests to another model than the first',
      ignore('stream_options.alone', onOtherModels),
    ],
    'forgets-stream-options-alone-for-second-project': [
      'the rule stream_options.alone is not applied in requests of the second project',
      ignore('stream_options.alone', forSecondProject),
      'stream-invalid-request',
    ],
  }),
]
