import { contractBehaviour } from '../../core/contract-behaviour.ts'
import { type DisturbSettings, openDisturb, problemsOfSettings } from '../../core/disturbances/table.ts'
import { isObject } from '../../core/request/body.ts'
import type { Duration } from '../../core/time/duration.ts'
import type { ApplyFault } from '../../core/types.ts'
import { members } from '../checks.ts'
import { type FailOptions, type Failure, fail, limit, unavailable } from '../refusals.ts'
import { type Pause, pause, type ReplyOptions, reply, type StreamOptions, stream } from '../replies.ts'
import type { ScriptedStep } from '../scripted-step.ts'

type Build = (value: unknown, options: Record<string, unknown>) => ScriptedStep

/** The builders of a script by name. `options` is their second argument, if any. */
const KINDS: Readonly<Record<string, Build>> = {
  reply: (text, options) => reply(text as string, options as ReplyOptions),
  stream: (pieces, options) => stream(piecesOf(pieces), options as StreamOptions),
  fail: (failure, options) => fail(failure as Failure, options as FailOptions),
  limit: (options, none) => limit(alone('limit', options, none)),
  unavailable: (options, none) => unavailable(alone('unavailable', options, none)),
}

const NAMES = Object.keys(KINDS)

/**
 * Builds a step from JSON: `{ "stream": ["a", { "pause": "1s" }], "with": [{ "name": "cut", "after": 1 }] }`.
 * @param applyFault throws if a fault could have no effect in a step
 * @throws RangeError that names the location and the fix
 */
export function stepOf(written: unknown, place: string, applyFault: ApplyFault): ScriptedStep {
  try {
    return build(written, applyFault)
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`${place}: ${error.message}`)
    throw error
  }
}

/** @throws RangeError */
export function build(written: unknown, applyFault: ApplyFault): ScriptedStep {
  const object = mapping(written, 'a step')
  const { times, with: ways, fault: breach, options = {}, ...rest } = object
  members(object, 'a step', [...NAMES, 'options', 'times', 'with', 'fault'])
  const [kind, ...others] = Object.keys(rest)
  if (kind === undefined || others.length > 0) throw new RangeError(`A step is one of ${NAMES.join(', ')}; write one.`)
  const given = mapping(options, 'options')
  if (isObject(given.usage) === false && given.usage !== undefined && given.usage !== 'unknown')
    throw new RangeError('usage is neither "unknown" nor an object of prompt and completion; write one of them.')
  let step = (KINDS[kind] as Build)(rest[kind], given)
  if (ways !== undefined) step = step.with(...list(ways, 'with').map(disturbOf))
  if (breach !== undefined) step = marked(step, breach, applyFault)
  return times === undefined ? step : step.times(times as number)
}

function marked(step: ScriptedStep, fault: unknown, applyFault: ApplyFault): ScriptedStep {
  if (typeof fault !== 'string') throw new RangeError('fault must be a text in quotes.')
  applyFault(contractBehaviour, fault)
  return step.marked(fault)
}

function disturbOf(settings: unknown) {
  const [problem] = problemsOfSettings(settings)
  if (!problem) return openDisturb(settings as DisturbSettings)
  throw new RangeError(`with: ${problem.member === undefined ? 'it' : problem.member} ${problem.message}.`)
}

function piecesOf(value: unknown): string | (string | Pause)[] {
  if (typeof value === 'string') return value
  return list(value, 'stream').map((piece) => {
    if (!isObject(piece)) return piece as string
    members(piece, 'A pause', ['pause'])
    return pause(piece.pause as Duration)
  })
}

function alone(kind: string, options: unknown, none: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(none).length > 0) throw new RangeError(`Write ${kind}: { ... } with the options in it.`)
  return mapping(options, kind)
}

function mapping(value: unknown, what: string): Record<string, unknown> {
  if (isObject(value)) return value
  throw new RangeError(`${what} must be an object in braces.`)
}

function list(value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new RangeError(`${what} must be a list in brackets.`)
}
