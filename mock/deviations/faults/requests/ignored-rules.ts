import type { RuleName } from '../../../core/request/rules.ts'
import type { Call } from '../../../core/types.ts'
import { breaking, type Worded, worded } from '../../deviation.ts'
import { ignore } from '../../edits/decisions.ts'

/** Requests that a rule is not applied to, and the requirements that this breaks. */
interface Where {
  readonly shows: string
  readonly when: () => (call: Call) => boolean
}

const where = (shows: string, when: (call: Call) => boolean): Where => ({ shows, when: () => when })
const onStreams = where('is not applied in streaming requests', ({ body }) => body?.stream === true)
const onPlainRequests = where('is not applied in requests without stream', ({ body }) => body?.stream !== true)
const forSecondProject = where('is not applied for the second project', ({ project }) => project?.ordinal === 1)
const onOtherModels = where(
  'is applied for the first model of a project alone',
  ({ body, project }) => body?.model !== [...(project?.models.keys() ?? [])][0],
)
const besideManyMessages = where(
  'is not applied in requests with more than one message',
  ({ body }) => Array.isArray(body?.messages) && body.messages.length > 1,
)
const inLargeBodies = where('is not applied in bodies above 64 KiB', ({ text = '' }) => text.length > 65_536)
/** Each fault counts its own requests, since a share of all requests would depend on chance. */
const everyThirdTime: Where = {
  shows: 'is not applied every third time that it is broken',
  when() {
    let met = 0
    return () => ++met % 3 === 0
  },
}

const forgets = (rule: RuleName, { shows, when }: Where): Worded =>
  worded(`the rule ${rule} ${shows}`, ignore(rule, when()))

/** Rules that are not applied, one fault for each (4.2, 2.3), or only in some places. */
export const faults = () => [
  breaking(['request-model', 'stream-invalid-request'], ignore, {
    'accepts-model-required: model may be missing': 'model.required',
    'accepts-model-type: model may be of another type': 'model.type',
    'accepts-model-null: model may be null': ['model.null', 'request-no-null'],
  }),
  breaking(['request-model-pattern', 'stream-invalid-request'], {
    'accepts-model-pattern: model may have any form': ignore('model.pattern'),
  }),
  breaking(['request-messages', 'stream-invalid-request'], ignore, {
    'accepts-messages-required: messages may be missing': 'messages.required',
    'accepts-messages-type: messages may be of another type': 'messages.type',
    'accepts-messages-few: messages may be empty': 'messages.few',
    'accepts-messages-null: messages may be null': ['messages.null', 'request-no-null'],
  }),
  breaking(['message-object', 'stream-invalid-request'], {
    'accepts-message-type: message may be of another type': ignore('message.type'),
    'accepts-message-null: message may be null': [ignore('message.null'), 'request-no-null'],
  }),
  breaking(['message-closed', 'message-closed-likely'], {
    'accepts-message-unknown: message may have members that the contract does not list': ignore('message.unknown'),
  }),
  breaking(['message-role', 'stream-invalid-request'], ignore, {
    'accepts-role-required: role may be missing': 'role.required',
    'accepts-role-type: role may be of another type': 'role.type',
    'accepts-role-enum: role may be any word': 'role.enum',
    'accepts-role-null: role may be null': ['role.null', 'request-no-null'],
  }),
  breaking(['message-content', 'stream-invalid-request'], ignore, {
    'accepts-content-required: content may be missing': 'content.required',
    'accepts-content-type: content may be of another type': 'content.type',
    'accepts-content-empty: content may be empty': 'content.empty',
    'accepts-content-null: content may be null': ['content.null', 'request-no-null'],
  }),
  breaking(['request-temperature', 'stream-invalid-request'], ignore, {
    'accepts-temperature-type: temperature may be of another type': 'temperature.type',
    'accepts-temperature-min: temperature has no lower bound': 'temperature.min',
    'accepts-temperature-max: temperature has no upper bound': 'temperature.max',
    'accepts-temperature-null: temperature may be null': ['temperature.null', 'request-no-null'],
  }),
  breaking(['request-top-p', 'stream-invalid-request'], ignore, {
    'accepts-top-p-type: top_p may be of another type': 'top_p.type',
    'accepts-top-p-min: top_p has no lower bound': 'top_p.min',
    'accepts-top-p-max: top_p has no upper bound': 'top_p.max',
    'accepts-top-p-null: top_p may be null': ['top_p.null', 'request-no-null'],
  }),
  breaking(['request-max-tokens', 'stream-invalid-request'], ignore, {
    'accepts-max-tokens-type: max_tokens may be of another type': 'max_tokens.type',
    'accepts-max-tokens-integer: max_tokens may have a fraction': 'max_tokens.integer',
    'accepts-max-tokens-min: max_tokens has no lower bound': 'max_tokens.min',
    'accepts-max-tokens-max: max_tokens has no upper bound': 'max_tokens.max',
    'accepts-max-tokens-null: max_tokens may be null': ['max_tokens.null', 'request-no-null'],
  }),
  breaking(['request-max-completion-tokens', 'stream-invalid-request'], ignore, {
    'accepts-max-completion-tokens-type: max_completion_tokens may be of another type': 'max_completion_tokens.type',
    'accepts-max-completion-tokens-integer: max_completion_tokens may have a fraction': 'max_completion_tokens.integer',
    'accepts-max-completion-tokens-min: max_completion_tokens has no lower bound': 'max_completion_tokens.min',
    'accepts-max-completion-tokens-max: max_completion_tokens has no upper bound': 'max_completion_tokens.max',
  }),
  breaking(['request-max-completion-tokens', 'request-no-null', 'stream-invalid-request'], {
    'accepts-max-completion-tokens-null: max_completion_tokens may be null': ignore('max_completion_tokens.null'),
  }),
  breaking(['request-max-exclusive', 'stream-invalid-request'], {
    'accepts-exclusive: max_tokens and max_completion_tokens may stand together': ignore('exclusive'),
    'forgets-exclusive-on-streams': forgets('exclusive', onStreams),
    'forgets-exclusive-on-other-models: only one model refuses both limits': ignore('exclusive', onOtherModels.when()),
    'forgets-exclusive-for-second-project': forgets('exclusive', forSecondProject),
  }),
  breaking(['request-stream', 'stream-invalid-request'], {
    'accepts-stream-type: stream may be of another type': ignore('stream.type'),
    'accepts-stream-null: stream may be null': [ignore('stream.null'), 'request-no-null'],
  }),
  breaking(['request-stream-options', 'stream-invalid-request'], ignore, {
    'accepts-stream-options-type: stream_options may be of another type': 'stream_options.type',
    'accepts-include-usage-required: include_usage may be missing': 'include_usage.required',
    'accepts-include-usage-type: include_usage may be of another type': 'include_usage.type',
    'accepts-stream-options-null: stream_options may be null': ['stream_options.null', 'request-no-null'],
    'accepts-include-usage-null: include_usage may be null': ['include_usage.null', 'request-no-null'],
  }),
  breaking(['request-stream-options-need-stream', 'stream-invalid-request'], {
    'accepts-stream-options-alone: stream_options may stand without stream': ignore('stream_options.alone'),
  }),
  breaking(['request-stream-options-closed', 'request-stream-options-closed-likely'], ignore, {
    'accepts-stream-options-unknown: stream_options may have unlisted members': 'stream_options.unknown',
  }),
  breaking(['request-n', 'stream-invalid-request'], ignore, {
    'accepts-n-type: n may be of another type': 'n.type',
    'accepts-n-integer: n may have a fraction': 'n.integer',
    'accepts-n-min: n has no lower bound': 'n.min',
    'accepts-n-max: n has no upper bound': 'n.max',
    'accepts-n-null: n may be null': ['n.null', 'request-no-null'],
  }),
  breaking(['request-stop', 'stream-invalid-request'], ignore, {
    'accepts-stop-type: stop may be of another type': 'stop.type',
    'accepts-stop-empty: stop may be empty': 'stop.empty',
    'accepts-stop-few: stop may be empty': 'stop.few',
    'accepts-stop-many: stop may have any number of items': 'stop.many',
    'accepts-stop-item-type: stop.item may be of another type': 'stop.item.type',
    'accepts-stop-item-empty: stop.item may be empty': 'stop.item.empty',
    'accepts-stop-null: stop may be null': ['stop.null', 'request-no-null'],
    'accepts-stop-item-null: stop.item may be null': ['stop.item.null', 'request-no-null'],
  }),
  breaking(['request-closed', 'request-closed-likely', 'stream-invalid-request'], {
    'accepts-unknown: a request may have members that the contract does not list': ignore('unknown'),
    'forgets-unknown-on-streams': forgets('unknown', onStreams),
    'forgets-unknown-for-second-project': forgets('unknown', forSecondProject),
    'forgets-unknown-on-other-models': forgets('unknown', onOtherModels),
    'forgets-unknown-every-third-time': forgets('unknown', everyThirdTime),
    'forgets-unknown-in-large-bodies': forgets('unknown', inLargeBodies),
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
