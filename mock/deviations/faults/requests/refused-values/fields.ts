import type { JsonObject } from '../../../../core/request/body.ts'
import { asNumber, exactInteger } from '../../../../core/request/exact-integers.ts'
import { breaking } from '../../../deviation.ts'
import { refuse, refuseValid, type Valid } from '../../../edits/decisions.ts'
import { VALID } from '../../breaks.ts'

/** Requirements that break if most streaming requests, or most other requests, are refused. */
const OF_STREAMS = ['request-defaults', 'request-stream', 'client-headers-tolerated', 'request-messages'] as const
const OF_CATALOG = ['auth-project-catalog', 'model-listed-callable'] as const
const OF_ANY = ['request-size-accepted', 'model-not-authorized', 'unavailable-503'] as const

/** Refuses a field because of its value, or because of other fields. */
const field = (name: string) => (when: Valid) => refuseValid(name, when)
const number = (name: string) => (test: (value: number, body: JsonObject) => boolean) =>
  refuseValid(name, (body) => {
    const value = asNumber(body[name])
    return value !== undefined && test(value, body)
  })
const having = (name: string) => refuseValid(name, (body) => name in body)
const is = (value: number) => (other: number) => other === value
const above = (least: number) => (value: number) => value > least
const maxTokens = number('max_tokens')
const max = number('max_completion_tokens')

/** Refuses limits that are below the minimum after truncation to 32 bits. */
const wrapping = (least: number) =>
  refuseValid(
    'max_tokens',
    ({ max_tokens }) => Number(BigInt.asIntN(32, BigInt(exactInteger(max_tokens) ?? 1))) < least,
  )
const caps = (old: number, other: number) => {
  const most = [['max_tokens', old] as const, ['max_completion_tokens', other] as const]
  return refuse((body) => most.find(([name, cap]) => (asNumber(body[name]) ?? 0) > cap)?.[0])
}
const largeOnStreams = max((limit, { stream }) => stream === true && limit > 100)
const asText = maxTokens((limit) => String(limit) > '4096' && limit < 4096)
const withTopP = refuseValid('top_p', (body) => 'temperature' in body && 'top_p' in body)
const topPAlone = refuseValid('temperature', (body) => 'top_p' in body && !('temperature' in body))
const usageIs = (value: boolean): Valid => {
  return ({ stream_options }) => (stream_options as { include_usage?: unknown } | undefined)?.include_usage === value
}
const isUnlimited: Valid = (body) => !('max_tokens' in body || 'max_completion_tokens' in body)
const onSmall =
  (when: Valid): Valid =>
  (body, call) =>
    body.model === 'svc/small-1' && when(body, call)
const ofSmall = onSmall(({ stop }) => stop !== undefined)
const streams: Valid = ({ stream }) => stream === true
const streamsOfSecond: Valid = ({ stream }, { project }) => stream === true && project?.ordinal === 1
const stopAlone: Valid = (body, call) => 'stop' in body && isUnlimited(body, call)
const streamAlone = onSmall((body, call) => streams(body, call) && isUnlimited(body, call))
const endlessCompletion: Valid = (body, call) => body.stream !== true && isUnlimited(body, call)
const warmEndless = refuseValid('temperature', (body, call) => 'temperature' in body && isUnlimited(body, call))
const withTopPOnSmall = refuseValid(
  'top_p',
  onSmall((body) => 'temperature' in body && 'top_p' in body),
)
const streamWithoutOptions = field('stream_options')((body) => body.stream === true && !('stream_options' in body))
const withoutStream = refuseValid('stream', (body) => !('stream' in body))

/** Selects requests by their stop texts, whether a single text or an array. */
const ofStop = (test: (text: string) => boolean): Valid => {
  return ({ stop }) => [stop].flat().some((text) => typeof text === 'string' && test(text))
}
const ofItems = (test: (all: string[]) => boolean): Valid => {
  return ({ stop }) => Array.isArray(stop) && test(stop)
}
const blank = ofItems((all) => all.some((text) => text.trim() === '' && text !== '\n'))
const emoji = ofItems((all) => all.some((text) => /^[\u{10000}-\u{10ffff}]+$/u.test(text)))

/** Refuses valid values of fields. */
export const faults = () => [
  breaking(['request-temperature', ...VALID], number('temperature'), {
    'refuses-temperature-zero: temperature 0 is refused': is(0),
    'refuses-temperature-two: temperature 2 is refused': is(2),
    'refuses-temperature-above-one: temperature above 1 is refused': above(1),
  }),
  breaking(['request-top-p', ...VALID], {
    'refuses-top-p-one: top_p 1 is refused': number('top_p')(is(1)),
    'refuses-top-p-small: top_p below 0.1 is refused': number('top_p')((value) => value < 0.1),
    'refuses-temperature-beside-top-p: temperature and top_p together are refused': [withTopP, 'request-temperature'],
    'refuses-top-p-without-temperature: top_p is refused without temperature': [topPAlone, 'request-defaults'],
  }),
  breaking(['request-max-tokens'], {
    'refuses-max-tokens-one: max_tokens 1 is refused': [maxTokens(is(1)), 'request-n', ...VALID],
    'refuses-large-max-tokens-alone: max_tokens above 2000 is refused': maxTokens(above(2000)),
    'refuses-max-tokens-about-2048: max_tokens from 2001 to 2099 is refused': maxTokens((n) => n > 2000 && n < 2100),
    'refuses-limits-that-wrap: max_tokens is read in 32 bits, so that 4294967296 is 0 and refused': wrapping(1),
    'refuses-limits-that-wrap-below-zero: max_tokens is read in 32 bits, and 0 means no limit': wrapping(0),
    'caps-only-max-tokens: max_tokens above 1000 is refused, and the other limit above 4000': caps(1000, 4000),
    'compares-limits-as-texts: max_tokens is compared with 4096 as a text, so that 7 is too large': [asText, ...VALID],
  }),
  breaking(['request-max-completion-tokens'], {
    'refuses-max-completion-tokens: max_completion_tokens is refused': [having('max_completion_tokens'), ...VALID],
    'refuses-max-completion-tokens-one: max_completion_tokens 1 is refused': [max(is(1)), ...VALID],
    'refuses-large-limits-on-streams: max_completion_tokens above 100 is refused on streams': largeOnStreams,
    'refuses-only-one-limit-above-32-bits: max_completion_tokens is refused from 2^31 on': max(above(2 ** 31 - 1)),
    'caps-only-max-completion-tokens: it is refused above 1000, and max_tokens above 4000': caps(4000, 1000),
  }),
  breaking(['request-stop', ...VALID], field('stop'), {
    'refuses-stop-string: stop is refused as a string': ({ stop }) => typeof stop === 'string',
    'refuses-stop-array: stop is refused as an array': ofItems(() => true),
    'refuses-stop-of-one: a stop array of one item is refused': ofItems((all) => all.length === 1),
    'refuses-stop-of-four: a stop array of four items is refused': ofItems((all) => all.length === 4),
    'refuses-stop-of-one-character: a stop text of one character is refused': ofStop((text) => text.length === 1),
    'refuses-stop-of-zero: the stop text 0 is refused': ofStop((text) => text === '0'),
    'refuses-stop-of-white-space: a stop text of spaces or tabs is refused': blank,
    'refuses-long-stop: a stop text above 500 characters is refused': ofStop(({ length }) => length > 500),
    'refuses-brackets-in-stop: a stop text with an open bracket is refused': ofStop((text) => /[([]/.test(text)),
    'refuses-emoji-as-stop: a stop text of characters of two code units is refused': emoji,
    // Also breaks model-not-authorized, because the project of a key may lack this model.
    'refuses-stop-on-another-model: svc/small-1 is refused with stop': [ofSmall, 'model-not-authorized'],
  }),
  breaking(['request-stream', ...VALID], field('stream'), {
    'refuses-stream-false: stream false is refused': ({ stream }) => stream === false,
    'refuses-stream-for-second-project: the second project gets no stream': [streamsOfSecond, ...OF_CATALOG],
  }),
  breaking(['request-stream-options', ...VALID], field('stream_options'), {
    'refuses-include-usage-true: include_usage true is refused': usageIs(true),
    'refuses-include-usage-false: include_usage false is refused': usageIs(false),
  }),
  breaking(['request-defaults', ...VALID], field('max_tokens'), {
    'refuses-stop-without-max-tokens: stop is refused without max_tokens': [stopAlone, 'request-stop'],
    'refuses-without-output-limit: requests without an output limit are refused': isUnlimited,
    'refuses-completions-without-output-limit-on-another-model: svc/small-1 needs a limit': onSmall(endlessCompletion),
    'refuses-streams-without-output-limit-on-another-model: streams of svc/small-1 need a limit': streamAlone,
  }),
  breaking(VALID, {
    'refuses-temperature-without-output-limit: temperature needs a limit': [warmEndless, 'request-temperature'],
    'refuses-temperature-beside-top-p-on-another-model: svc/small-1 takes one of the two': [
      withTopPOnSmall,
      'request-top-p',
      'model-not-authorized',
    ],
  }),
  breaking(['request-n', ...VALID], { 'refuses-n-one: n 1 is refused': having('n') }),
  breaking([...OF_STREAMS, ...OF_ANY, ...VALID], {
    'refuses-stream-without-options: stream true is refused without stream_options': streamWithoutOptions,
    'refuses-streams: stream true is refused': refuseValid('stream', streams),
    'refuses-requests-without-stream: requests without stream are refused': [withoutStream, 'auth-valid-key'],
  }),
]
