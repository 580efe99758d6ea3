import { Refusal } from '../errors.ts'

/** One way in which a request breaks a rule of 4.2 or 2.3. */
export interface Problem {
  /** The one rule that is broken, finer than the code: `temperature.max`, a row of `RULES`. */
  readonly rule: string
  /** The stable `error.code`. The contract shows none (7.6); these are ours. */
  readonly code: Code
  /** The offending parameter with its path: `messages[0].role`. */
  readonly param: string
  /** What is wrong and how to fix it. */
  readonly message: string
}

/** The values of `error.code` for invalid requests. */
export type Code =
  | 'unknown_field'
  | 'null_field'
  | 'missing_field'
  | 'wrong_type'
  | 'out_of_range'
  | 'invalid_value'
  | 'empty_value'
  | 'wrong_count'
  | 'exclusive_fields'
  | 'stream_options_without_stream'

/** The most problems that are kept of one rule: a body of 1 MiB can break it half a million times. */
const MAX_OF_A_RULE = 16

/** The problems of one request as they are found: every rule that is broken, and the first places where it is. */
export class Found {
  readonly problems: Problem[] = []
  readonly #times = new Map<string, number>()

  add(problem: Problem): void {
    const times = (this.#times.get(problem.rule) ?? 0) + 1
    if (times > MAX_OF_A_RULE) return
    this.#times.set(problem.rule, times)
    this.problems.push(problem)
  }
}

const MAX_SHOWN = 8
const MAX_NAME_LENGTH = 64

/** One refusal for all problems: the message is the field that nearly every client library shows. */
// keeps: error-param-names-field, error-param-path, request-depth, request-depth-status
export function invalid(problems: readonly Problem[]): Refusal {
  const [first] = problems
  const shown = problems.slice(0, MAX_SHOWN).map((problem) => `${printable(problem.param)}: ${problem.message}.`)
  if (problems.length > MAX_SHOWN) shown.push(`And at least ${problems.length - MAX_SHOWN} more.`)
  const code = first?.code ?? 'invalid_request'
  const message = `Invalid request. ${shown.join(' ')}`
  // A name that is cut or replaced names no field: null is clearer.
  const isWhole =
    first !== undefined && (/^[\w.[\]-]{0,64}$/.test(first.param) || printable(first.param) === first.param)
  return new Refusal('invalid', message, isWhole ? { param: first.param, code } : { code })
}

/**
 * A member name of the caller for a message: short, and without control characters. `tool_calls` is spelt differently because
 * client libraries misread the bare word in a 400.
 */
function printable(name: string): string {
  return name
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll('tool_calls', 'tool-calls')
}
