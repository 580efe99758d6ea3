import type { Disturb, ParametersOf } from '../core/disturbance.ts'
import type { Duration } from '../core/time/duration.ts'
import { buildDisturb } from './settings.ts'

/** Silence before the head. */
export const latency = (of: ParametersOf['latency']): Disturb => buildDisturb({ name: 'latency', ...of })

/** Silence between the head and the first byte of the body. */
export const firstByte = (of: ParametersOf['first-byte']): Disturb => buildDisturb({ name: 'first-byte', ...of })

/** Silence between any two events of a stream. */
export const gap = (of: ParametersOf['gap']): Disturb => buildDisturb({ name: 'gap', ...of })

/** One silence after so many events of a stream. */
export const stall = (of: ParametersOf['stall']): Disturb => buildDisturb({ name: 'stall', ...of })

/** Silence for ever: instead of an answer, or after so many events. */
export const hang = (of: ParametersOf['hang'] = {}): Disturb => buildDisturb({ name: 'hang', ...of })

/** The end of the connection: instead of an answer, after so many events, or after so many bytes of the next. */
export const cut = (of: ParametersOf['cut'] = {}): Disturb => buildDisturb({ name: 'cut', ...of })

/** The same with a reset of the connection. */
export const reset = (of: ParametersOf['reset'] = {}): Disturb => buildDisturb({ name: 'reset', ...of })

/** A clean end of a stream without finish and `[DONE]`. */
export const end = (of: ParametersOf['end'] = {}): Disturb => buildDisturb({ name: 'end', ...of })

/** A clean end of a stream that lacks nothing but `[DONE]`. */
export const endWithoutDone = (): Disturb => buildDisturb({ name: 'end-without-done' })

/** A clean end of a stream in the middle of an event. */
export const endMidEvent = (of: ParametersOf['end-mid-event'] = {}): Disturb =>
  buildDisturb({ name: 'end-mid-event', ...of })

/** An error body as an event of a stream, which ends with it. */
export const errorEvent = (of: ParametersOf['error-event'] = {}): Disturb =>
  buildDisturb({ name: 'error-event', ...of })

/** An event of a stream whose JSON cannot be read. */
export const malformed = (of: ParametersOf['malformed'] = {}): Disturb => buildDisturb({ name: 'malformed', ...of })

/** A stream that stays open after `[DONE]`. */
export const linger = (of: { readonly ms: Duration }): Disturb => buildDisturb({ name: 'linger', ...of })

/** One more chunk after `[DONE]`. */
export const afterDone = (): Disturb => buildDisturb({ name: 'after-done' })

/** The same bytes in other packets: `split('utf8')`, `split({ every: 3 })`, `split({ at: [7, 20] })`. */
export const split = (
  of: Pick<ParametersOf['split'], 'every' | 'at'> | NonNullable<ParametersOf['split']['where']>,
): Disturb => buildDisturb({ name: 'split', ...(typeof of === 'string' ? { where: of } : of) })
