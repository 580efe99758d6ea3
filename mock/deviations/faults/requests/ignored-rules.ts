import type { RuleName } from '../../../core/request/rules.ts'
import type { Call } from '../../../core/types.ts'
import { breaking, type Worded } from '../../deviation.ts'
import { ignore, keptBy } from '../../edits/decisions.ts'

type Which = (call: Call) => boolean

/** Requests to which a rule is not applied. The selection may have state, for faults that count requests. */
type Where = readonly [shows: string, make: () => Which]

const where = (shows: string, which: Which): Where => [shows, () => which]
const isOfOtherModel: Which = ({ body, project }) => body?.model !== [...(project?.models.keys() ?? [])][0]
const isLong: Which = ({ body }) => Array.isArray(body?.messages) && body.messages.length > 1
const onStreams = where('is not applied in streaming requests', ({ body }) => body?.stream === true)
const onPlainRequests = where('is not applied in requests without stream', ({ body }) => body?.stream !== true)
const forSecondProject = where('is not applied for the second project', ({ project }) => project?.ordinal === 1)
const onOtherModels = where('is applied for the first model of a project alone', isOfOtherModel)
const withManyMessages = where('is not applied in requests with more than one message', isLong)
const inLargeBodies = where('is not applied in bodies above 64 KiB', ({ text = '' }) => text.length > 65_536)
const inLargerBodies = where('is not applied in bodies above 128 KiB', ({ bytes = 0 }) => bytes > 131_072)
/** Counts only requests that break the rule, because a share of all requests would depend on chance. */
const third = (met: number) => () => ++met % 3 === 0
const everyThirdTime: Where = ['is not applied every third time that it is broken', () => third(0)]

const NULL_NUMBERS = ['temperature.null', 'top_p.null', 'n.null'] as const
const NULL_LIMITS = ['max_tokens.null', 'max_completion_tokens.null'] as const
const NULL_OPTIONS = ['stream.null', 'stream_options.null', 'stop.null'] as const
const NULL_INSIDE = ['role.null', 'content.null', 'include_usage.null', 'stop.item.null'] as const

/** Does not apply rules, which breaks their requirements. */
const ignoring = (rules: RuleName | readonly RuleName[], when?: Which): Worded => ({
  apply: ignore(rules, when),
  breaks: keptBy(rules),
})
const forgets = (rule: RuleName, [shows, make]: Where): Worded => ({
  ...ignoring(rule, make()),
  shows: `the rule ${rule} ${shows}`,
})

/** Rules that are not applied, one fault for each (4.2, 2.3), or only in some cases. */
export const faults = () => [
  breaking(['stream-invalid-request'], ignoring, {
    'accepts-model-required: model may be missing': 'model.required',
    'accepts-model-type: model may be of another type': 'model.type',
    'accepts-model-null: model may be null': 'model.null',
    'accepts-model-pattern: model may have any form': 'model.pattern',
    'accepts-messages-required: messages may be missing': 'messages.required',
    'accepts-messages-type: messages may be of another type': 'messages.type',
    'accepts-messages-few: messages may be empty': 'messages.few',
    'accepts-messages-null: messages may be null': 'messages.null',
    'accepts-message-type: message may be of another type': 'message.type',
    'accepts-message-null: message may be null': 'message.null',
    'accepts-role-required: role may be missing': 'role.required',
    'accepts-role-type: role may be of another type': 'role.type',
    'accepts-role-enum: role may be any word': 'role.enum',
    'accepts-role-null: role may be null': 'role.null',
    'accepts-content-required: content may be missing': 'content.required',
    'accepts-content-type: content may be of another type': 'content.type',
    'accepts-content-empty: content may be empty': 'content.empty',
    'accepts-content-null: content may be null': 'content.null',
    'accepts-temperature-type: temperature may be of another type': 'temperature.type',
    'accepts-temperature-min: temperature has no lower bound': 'temperature.min',
    'accepts-temperature-max: temperature has no upper bound': 'temperature.max',
    'accepts-temperature-null: temperature may be null': 'temperature.null',
    'accepts-top-p-type: top_p may be of another type': 'top_p.type',
    'accepts-top-p-min: top_p has no lower bound': 'top_p.min',
    'accepts-top-p-max: top_p has no upper bound': 'top_p.max',
    'accepts-top-p-null: top_p may be null': 'top_p.null',
    'accepts-max-tokens-type: max_tokens may be of another type': 'max_tokens.type',
    'accepts-max-tokens-integer: max_tokens may have a fraction': 'max_tokens.integer',
    'accepts-max-tokens-min: max_tokens has no lower bound': 'max_tokens.min',
    'accepts-max-tokens-max: max_tokens has no upper bound': 'max_tokens.max',
    'accepts-max-tokens-null: max_tokens may be null': 'max_tokens.null',
    'accepts-max-completion-tokens-type: max_completion_tokens may be of another type': 'max_completion_tokens.type',
    'accepts-max-completion-tokens-integer: max_completion_tokens may have a fraction': 'max_completion_tokens.integer',
    'accepts-max-completion-tokens-min: max_completion_tokens has no lower bound': 'max_completion_tokens.min',
    'accepts-max-completion-tokens-max: max_completion_tokens has no upper bound': 'max_completion_tokens.max',
    'accepts-max-completion-tokens-null: max_completion_tokens may be null': 'max_completion_tokens.null',
    'accepts-exclusive: max_tokens and max_completion_tokens may stand together': 'exclusive',
    'accepts-stream-type: stream may be of another type': 'stream.type',
    'accepts-stream-null: stream may be null': 'stream.null',
    'accepts-stream-options-type: stream_options may be of another type': 'stream_options.type',
    'accepts-include-usage-required: include_usage may be missing': 'include_usage.required',
    'accepts-include-usage-type: include_usage may be of another type': 'include_usage.type',
    'accepts-stream-options-null: stream_options may be null': 'stream_options.null',
    'accepts-include-usage-null: include_usage may be null': 'include_usage.null',
    'accepts-stream-options-alone: stream_options may stand without stream': 'stream_options.alone',
    'accepts-n-type: n may be of another type': 'n.type',
    'accepts-n-integer: n may have a fraction': 'n.integer',
    'accepts-n-min: n has no lower bound': 'n.min',
    'accepts-n-max: n has no upper bound': 'n.max',
    'accepts-n-null: n may be null': 'n.null',
    'accepts-stop-type: stop may be of another type': 'stop.type',
    'accepts-stop-empty: stop may be empty': 'stop.empty',
    'accepts-stop-few: stop may be empty': 'stop.few',
    'accepts-stop-many: stop may have any number of items': 'stop.many',
    'accepts-stop-item-type: stop.item may be of another type': 'stop.item.type',
    'accepts-stop-item-empty: stop.item may be empty': 'stop.item.empty',
    'accepts-stop-null: stop may be null': 'stop.null',
    'accepts-stop-item-null: stop.item may be null': 'stop.item.null',
    'accepts-unknown: a request may have members that the contract does not list': 'unknown',
  }),
  breaking(['stream-invalid-request'], {
    'forgets-exclusive-on-streams': forgets('exclusive', onStreams),
    'forgets-exclusive-for-second-project': forgets('exclusive', forSecondProject),
    'forgets-unknown-on-streams': forgets('unknown', onStreams),
    'forgets-unknown-for-second-project': forgets('unknown', forSecondProject),
    'forgets-unknown-on-other-models': forgets('unknown', onOtherModels),
    'forgets-unknown-every-third-time': forgets('unknown', everyThirdTime),
    'forgets-unknown-in-large-bodies': forgets('unknown', inLargeBodies),
    'forgets-unknown-in-bodies-above-128-kib': forgets('unknown', inLargerBodies),
    'forgets-model-required-on-streams': forgets('model.required', onStreams),
    'forgets-role-enum-on-streams': forgets('role.enum', onStreams),
    'forgets-role-enum-every-third-time': forgets('role.enum', everyThirdTime),
    'forgets-role-enum-beside-many-messages': forgets('role.enum', withManyMessages),
    'forgets-content-empty-on-streams': forgets('content.empty', onStreams),
    'forgets-content-empty-for-second-project': forgets('content.empty', forSecondProject),
    'forgets-content-empty-beside-many-messages': forgets('content.empty', withManyMessages),
    'forgets-temperature-max-on-streams': forgets('temperature.max', onStreams),
    'forgets-temperature-max-for-second-project': forgets('temperature.max', forSecondProject),
    'forgets-temperature-max-every-third-time': forgets('temperature.max', everyThirdTime),
    'forgets-temperature-null-on-streams': forgets('temperature.null', onStreams),
    'forgets-top-p-min-on-streams': forgets('top_p.min', onStreams),
    'forgets-top-p-null-for-second-project': forgets('top_p.null', forSecondProject),
    'forgets-max-tokens-min-on-streams': forgets('max_tokens.min', onStreams),
    'forgets-max-tokens-min-for-second-project': forgets('max_tokens.min', forSecondProject),
    'forgets-max-tokens-type-every-third-time': forgets('max_tokens.type', everyThirdTime),
    'forgets-n-max-on-streams': forgets('n.max', onStreams),
    'forgets-messages-few-on-streams': forgets('messages.few', onStreams),
    'forgets-temperature-max-on-other-models': forgets('temperature.max', onOtherModels),
    'forgets-max-completion-tokens-type-for-second-project': forgets('max_completion_tokens.type', forSecondProject),
    'forgets-max-completion-tokens-min-on-other-models': forgets('max_completion_tokens.min', onOtherModels),
    'forgets-n-type-on-other-models': forgets('n.type', onOtherModels),
    'forgets-stop-many-on-other-models': forgets('stop.many', onOtherModels),
    'forgets-stop-many-on-streams': forgets('stop.many', onStreams),
    'forgets-stop-type-every-third-time': forgets('stop.type', everyThirdTime),
    'forgets-stream-options-alone-for-second-project': forgets('stream_options.alone', forSecondProject),
    'forgets-exclusive-on-other-models': forgets('exclusive', onOtherModels),
    // Treat null as absent in whole groups of fields.
    'lets-pass-null-numbers: numbers may be null': ignoring([...NULL_NUMBERS, ...NULL_LIMITS]),
    'lets-pass-null-options: stream, stream_options and stop may be null': ignoring(NULL_OPTIONS),
    'lets-pass-null-inside: what stands inside messages and options may be null': ignoring(NULL_INSIDE),
    'forgets-null-on-other-models: numbers may be null for other models': ignoring(NULL_NUMBERS, isOfOtherModel),
  }),
  // Faults in requests that are not streamed, or against rules that are only recommended.
  breaking([], {
    'accepts-message-unknown: message may have members that the contract does not list': ignoring('message.unknown'),
    'accepts-stream-options-unknown: stream_options may have unlisted members': ignoring('stream_options.unknown'),
    'forgets-message-unknown-on-streams': forgets('message.unknown', onStreams),
    'forgets-unknown-on-plain-requests': forgets('unknown', onPlainRequests),
    'forgets-messages-few-on-plain-requests': forgets('messages.few', onPlainRequests),
    'forgets-role-enum-on-plain-requests': forgets('role.enum', onPlainRequests),
    'forgets-content-type-on-plain-requests': forgets('content.type', onPlainRequests),
    'forgets-temperature-type-on-plain-requests': forgets('temperature.type', onPlainRequests),
    'forgets-max-completion-tokens-min-on-plain-requests': forgets('max_completion_tokens.min', onPlainRequests),
    'forgets-n-max-on-plain-requests': forgets('n.max', onPlainRequests),
    'forgets-stop-empty-on-plain-requests': forgets('stop.empty', onPlainRequests),
    'forgets-stop-null-on-plain-requests': forgets('stop.null', onPlainRequests),
    'forgets-stream-options-alone-on-other-models': forgets('stream_options.alone', onOtherModels),
  }),
]
