import type { Call } from '../../../../core/types.ts'
import { type Fault, fault } from '../../../deviation.ts'
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
export const nowAndThenFaults = (): readonly Fault[] => [
  fault(
    'forgets-unknown-on-streams',
    ['request-closed', 'request-closed-likely', 'stream-invalid-request'],
    'the rule unknown is not applied in streaming requests',
    ignore(['unknown'], onStreams),
  ),
  fault(
    'forgets-model-required-on-streams',
    ['request-model', 'stream-invalid-request'],
    'the rule model.required is not applied in streaming requests',
    ignore(['model.required'], onStreams),
  ),
  fault(
    'forgets-messages-few-on-streams',
    ['request-messages', 'stream-invalid-request'],
    'the rule messages.few is not applied in streaming requests',
    ignore(['messages.few'], onStreams),
  ),
  fault(
    'forgets-role-enum-on-streams',
    ['message-role', 'stream-invalid-request'],
    'the rule role.enum is not applied in streaming requests',
    ignore(['role.enum'], onStreams),
  ),
  fault(
    'forgets-content-empty-on-streams',
    ['message-content', 'stream-invalid-request'],
    'the rule content.empty is not applied in streaming requests',
    ignore(['content.empty'], onStreams),
  ),
  fault(
    'forgets-temperature-max-on-streams',
    ['request-temperature', 'stream-invalid-request'],
    'the rule temperature.max is not applied in streaming requests',
    ignore(['temperature.max'], onStreams),
  ),
  fault(
    'forgets-top-p-min-on-streams',
    ['request-top-p', 'stream-invalid-request'],
    'the rule top_p.min is not applied in streaming requests',
    ignore(['top_p.min'], onStreams),
  ),
  fault(
    'forgets-max-tokens-min-on-streams',
    ['request-max-tokens', 'stream-invalid-request'],
    'the rule max_tokens.min is not applied in streaming requests',
    ignore(['max_tokens.min'], onStreams),
  ),
  fault(
    'forgets-exclusive-on-streams',
    ['request-max-exclusive', 'stream-invalid-request'],
    'the rule exclusive is not applied in streaming requests',
    ignore(['exclusive'], onStreams),
  ),
  fault(
    'forgets-n-max-on-streams',
    ['request-n', 'stream-invalid-request'],
    'the rule n.max is not applied in streaming requests',
    ignore(['n.max'], onStreams),
  ),
  fault(
    'forgets-stop-many-on-streams',
    ['request-stop', 'stream-invalid-request'],
    'the rule stop.many is not applied in streaming requests',
    ignore(['stop.many'], onStreams),
  ),
  fault(
    'forgets-temperature-null-on-streams',
    ['request-temperature', 'request-no-null', 'stream-invalid-request'],
    'the rule temperature.null is not applied in streaming requests',
    ignore(['temperature.null'], onStreams),
  ),
  fault(
    'forgets-message-unknown-on-streams',
    ['message-closed', 'message-closed-likely', 'stream-invalid-request'],
    'the rule message.unknown is not applied in streaming requests',
    ignore(['message.unknown'], onStreams),
  ),
  fault(
    'forgets-unknown-on-plain-requests',
    ['request-closed', 'request-closed-likely'],
    'the rule unknown is not applied in requests without stream',
    ignore(['unknown'], onPlainRequests),
  ),
  fault(
    'forgets-messages-few-on-plain-requests',
    ['request-messages'],
    'the rule messages.few is not applied in requests without stream',
    ignore(['messages.few'], onPlainRequests),
  ),
  fault(
    'forgets-role-enum-on-plain-requests',
    ['message-role'],
    'the rule role.enum is not applied in requests without stream',
    ignore(['role.enum'], onPlainRequests),
  ),
  fault(
    'forgets-content-type-on-plain-requests',
    ['message-content'],
    'the rule content.type is not applied in requests without stream',
    ignore(['content.type'], onPlainRequests),
  ),
  fault(
    'forgets-temperature-type-on-plain-requests',
    ['request-temperature'],
    'the rule temperature.type is not applied in requests without stream',
    ignore(['temperature.type'], onPlainRequests),
  ),
  fault(
    'forgets-max-completion-tokens-min-on-plain-requests',
    ['request-max-completion-tokens'],
    'the rule max_completion_tokens.min is not applied in requests without stream',
    ignore(['max_completion_tokens.min'], onPlainRequests),
  ),
  fault(
    'forgets-n-max-on-plain-requests',
    ['request-n'],
    'the rule n.max is not applied in requests without stream',
    ignore(['n.max'], onPlainRequests),
  ),
  fault(
    'forgets-stop-empty-on-plain-requests',
    ['request-stop'],
    'the rule stop.empty is not applied in requests without stream',
    ignore(['stop.empty'], onPlainRequests),
  ),
  fault(
    'forgets-stop-null-on-plain-requests',
    ['request-stop', 'request-no-null'],
    'the rule stop.null is not applied in requests without stream',
    ignore(['stop.null'], onPlainRequests),
  ),
  fault(
    'forgets-unknown-for-second-project',
    ['request-closed', 'request-closed-likely', 'stream-invalid-request'],
    'the rule unknown is not applied in requests of the second project',
    ignore(['unknown'], forSecondProject),
  ),
  fault(
    'forgets-unknown-on-other-models',
    ['request-closed', 'request-closed-likely', 'stream-invalid-request'],
    'the rule unknown is applied for the first model of a project alone',
    ignore(['unknown'], onOtherModels),
  ),
  fault(
    'forgets-content-empty-for-second-project',
    ['message-content', 'stream-invalid-request'],
    'the rule content.empty is not applied in requests of the second project',
    ignore(['content.empty'], forSecondProject),
  ),
  fault(
    'forgets-temperature-max-for-second-project',
    ['request-temperature', 'stream-invalid-request'],
    'the rule temperature.max is not applied in requests of the second project',
    ignore(['temperature.max'], forSecondProject),
  ),
  fault(
    'forgets-max-tokens-min-for-second-project',
    ['request-max-tokens', 'stream-invalid-request'],
    'the rule max_tokens.min is not applied in requests of the second project',
    ignore(['max_tokens.min'], forSecondProject),
  ),
  fault(
    'forgets-exclusive-for-second-project',
    ['request-max-exclusive', 'stream-invalid-request'],
    'the rule exclusive is not applied in requests of the second project',
    ignore(['exclusive'], forSecondProject),
  ),
  fault(
    'forgets-stream-options-alone-for-second-project',
    ['request-stream-options-need-stream', 'stream-invalid-request'],
    'the rule stream_options.alone is not applied in requests of the second project',
    ignore(['stream_options.alone'], forSecondProject),
  ),
  fault(
    'forgets-top-p-null-for-second-project',
    ['request-top-p', 'request-no-null', 'stream-invalid-request'],
    'the rule top_p.null is not applied in requests of the second project',
    ignore(['top_p.null'], forSecondProject),
  ),
  fault(
    'forgets-unknown-every-third-time',
    ['request-closed', 'request-closed-likely', 'stream-invalid-request'],
    'the rule unknown is not applied every third time that it is broken',
    ignore(['unknown'], everyThirdTime()),
  ),
  fault(
    'forgets-temperature-max-every-third-time',
    ['request-temperature', 'stream-invalid-request'],
    'the rule temperature.max is not applied every third time that it is broken',
    ignore(['temperature.max'], everyThirdTime()),
  ),
  fault(
    'forgets-role-enum-every-third-time',
    ['message-role', 'stream-invalid-request'],
    'the rule role.enum is not applied every third time that it is broken',
    ignore(['role.enum'], everyThirdTime()),
  ),
  fault(
    'forgets-max-tokens-type-every-third-time',
    ['request-max-tokens', 'stream-invalid-request'],
    'the rule max_tokens.type is not applied every third time that it is broken',
    ignore(['max_tokens.type'], everyThirdTime()),
  ),
  fault(
    'forgets-stop-type-every-third-time',
    ['request-stop', 'stream-invalid-request'],
    'the rule stop.type is not applied every third time that it is broken',
    ignore(['stop.type'], everyThirdTime()),
  ),
  fault(
    'forgets-content-empty-beside-many-messages',
    ['message-content', 'stream-invalid-request'],
    'the rule content.empty is not applied in requests with more than one message',
    ignore(['content.empty'], besideManyMessages),
  ),
  fault(
    'forgets-role-enum-beside-many-messages',
    ['message-role', 'stream-invalid-request'],
    'the rule role.enum is not applied in requests with more than one message',
    ignore(['role.enum'], besideManyMessages),
  ),
]
