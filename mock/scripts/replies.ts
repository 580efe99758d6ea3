import { INT64_MAX } from '../core/request/exact-integers.ts'
import { pieces as cut } from '../core/responses/tokens.ts'
import { type Distribution, openDistribution, type Sampler } from '../core/time/distribution.ts'
import { type Duration, milliseconds } from '../core/time/duration.ts'
import type { Step } from '../core/types.ts'
import { text as checkText, type Integer, integer, members, oneOf } from './checks.ts'
import { ScriptedStep } from './scripted-step.ts'

/** Options of a response besides its text. */
export interface ReplyOptions {
  /** `stop` (default), `length` or `content_filter`. */
  readonly finish?: Step['finish']
  /** Tokens, each and in sum 0 to 2^63 - 1; `unknown` omits usage (2.5). Default: by the token rule of the mock. */
  readonly usage?: Step['usage']
  /** Seconds since the epoch. Default: the gateway's clock. */
  readonly created?: Integer
}

/** Options of a stream. */
export interface StreamOptions extends ReplyOptions {
  /** The pause before the first content chunk; a distribution is drawn for each response with the gateway's seed. */
  readonly first?: Distribution
  /** The pause between content chunks, and before the final chunk; a `pause` replaces it. */
  readonly gap?: Distribution
}

/** A pause among the pieces of a stream. */
export interface Pause {
  /** Milliseconds on the gateway's clock. */
  readonly wait: number
}

/**
 * A pause between the pieces of a stream. @throws RangeError when `duration` is not a duration
 * @example project.next(stream(['Hel', pause('300ms'), 'lo']))
 */
export function pause(duration: Duration): Pause {
  return { wait: milliseconds(duration) }
}

/**
 * A completion, as JSON or as a stream, as requested. @throws RangeError when a value breaks the contract
 * @example project.next(reply('Hello', { finish: 'length', usage: { prompt: 9, completion: 2 } }))
 */
export function reply(text: string, options: ReplyOptions = {}): ScriptedStep {
  checkText(text, 'The text of a reply')
  members(options, 'reply()', ['finish', 'usage', 'created'])
  return new ScriptedStep({
    step: { text, ...said(options) },
    words: `reply of ${text.length} character${text.length === 1 ? '' : 's'}`,
  })
}

/**
 * A stream: a text that the mock splits into chunks, or the content chunks themselves, with pauses among them. Requests
 * for JSON get the joined text. @throws RangeError when a value breaks the contract
 * @example project.next(stream('A long answer', { first: '1s', gap: '20ms' }))
 */
export function stream(pieces: string | readonly (string | Pause)[], options: StreamOptions = {}): ScriptedStep {
  members(options, 'stream()', ['finish', 'usage', 'created', 'first', 'gap'])
  if (!Array.isArray(pieces)) checkText(pieces, 'The text of a stream')
  const whole = typeof pieces === 'string'
  const chunks = whole ? cut(pieces) : pieces
  const texts = chunks.filter((piece) => !isPause(piece)) as string[]
  for (const [at, piece] of texts.entries()) checkText(piece, `Text ${at + 1} of a stream`)
  const text = texts.join('')
  const pauses = pausesOf(chunks, options)
  const step = { text, ...(whole ? {} : { pieces: texts }), ...(pauses && { pauses }), ...said(options) }
  return new ScriptedStep({ step, words: `stream of ${text.length} characters in ${texts.length} chunks` })
}

function said({ finish, usage, created }: ReplyOptions): Pick<Step, 'finish' | 'usage' | 'created'> {
  if (finish !== undefined) oneOf(finish, 'finish', ['stop', 'length', 'content_filter'])
  if (created !== undefined) integer(created, 'created')
  if (usage !== undefined) checkUsage(usage)
  return { ...(finish && { finish }), ...(usage && { usage }), ...(created !== undefined && { created }) }
}

function checkUsage(usage: NonNullable<ReplyOptions['usage']>): void {
  if (typeof usage === 'string') return void oneOf(usage, 'usage', ['unknown'])
  members(usage, 'usage', ['prompt', 'completion', 'cached', 'reasoning'])
  const { prompt, completion, cached = 0, reasoning = 0 } = usage
  for (const [name, value] of Object.entries({ prompt, completion, cached, reasoning })) integer(value, `usage.${name}`)
  if (BigInt(prompt) + BigInt(completion) > INT64_MAX)
    throw new RangeError('usage.prompt and usage.completion are more than 2^63 - 1 together; lower one of them.')
}

const isPause = (piece: unknown): piece is Pause => typeof piece === 'object' && piece !== null && 'wait' in piece

/** Milliseconds before each text and before the final chunk; undefined without pauses. */
function pausesOf(chunks: readonly (string | Pause)[], { first, gap }: StreamOptions): Sampler[] | undefined {
  if (first === undefined && gap === undefined && !chunks.some(isPause)) return undefined
  const [before, between] = [openDistribution(first ?? 0), openDistribution(gap ?? 0)]
  const pauses: Sampler[] = []
  let written: number | undefined
  for (const chunk of [...chunks, '']) {
    if (isPause(chunk)) written = (written ?? 0) + chunk.wait
    else {
      pauses.push(written ?? (pauses.length === 0 ? before : between))
      written = undefined
    }
  }
  return pauses
}
