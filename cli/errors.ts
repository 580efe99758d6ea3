/** How an error ends the command: one clear message, and an exit code. */
import { hideKeys } from '../suites/harness/http/redact.ts'
import { exitCodes } from './exit-codes.ts'

interface Failure {
  readonly message: string
  readonly code: number
}

/** Errors that are mistakes of the user, by their names: the mock has a class of its own. */
const MISTAKES = ['UsageError', 'ConfigError']

/** @param debug whether the stack is wanted */
export function failureOf(error: unknown, debug: boolean): Failure {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  if (MISTAKES.includes(name)) return { message: hideKeys(message), code: exitCodes.usage }
  if (name === 'WriteError') return { message: hideKeys(message), code: exitCodes.broken }
  const detail =
    debug && stack
      ? stack
      : `${message}\nThis is a fault of svc-conformance, not of the target. SVC_CONFORMANCE_DEBUG=1 shows where it broke.`
  return { message: hideKeys(`internal error: ${detail}`), code: exitCodes.broken }
}
