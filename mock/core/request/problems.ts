import { Refusal } from '../errors.ts'

/** One way in which a request breaks a rule of 4.2 or 2.3. */
export interface Problem {
  /** The broken rule, a row of `RULES` such as `temperature.max`; more specific than the code. */
  readonly rule: string
  /** The stable `error.code`. The contract shows none (7.6), so these are our choice. */
  readonly code: Code
  /** The path of the offending parameter: `messages[0].role`. */
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

/** The maximum number of problems to keep for one rule: a body of 1 MiB can break a rule half a million times. */
const MAX_OF_A_RULE = 16

/** Collects the problems of one request: every broken rule, with the first locations where it is broken. */
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

/** Creates one refusal for all problems. The message lists them, because nearly every client library shows it. */
// keeps: error-param-names-field, error-param-path, request-depth, request-depth-status
export function invalid(problems: readonly Problem[]): Refusal {
  const [first] = problems
  const shown = problems
    .slice(0, MAX_SHOWN)
    .map((problem) => `${printable(problem.param) || 'The empty name'}: ${problem.message}.`)
  if (problems.length > MAX_SHOWN) shown.push(`And at least ${problems.length - MAX_SHOWN} more.`)
  const code = first?.code ?? 'invalid_request'
  const message = `Invalid request. ${shown.join(' ')}`
  // An empty, truncated or altered name does not identify a field, so `param` stays null.
  const { param = '' } = first ?? {}
  const isWhole = param !== '' && (/^[\w.[\]-]{1,64}$/.test(param) || printable(param) === param)
  return new Refusal('invalid', message, isWhole ? { param, code } : { code })
}

/**
 * Makes a caller's member name safe for a message: short, and without control characters. `tool_calls` is spelt
 * differently because client libraries misread the bare word in a 400.
 */
function printable(name: string): string {
  return name
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll('tool_calls', 'tool-calls')
}
