/** The output of a command. It escapes and masks all text again, in case earlier code forgot something. */
import type { ConfigError } from '../mock/index.ts'
import { hideKeys, hideSecrets } from '../suites/harness/http/redact.ts'
import { printable, shown } from '../suites/harness/text/printable.ts'
import { exitCodes } from './exit-codes.ts'

export function print(text: string): void {
  process.stdout.write(hideSecrets(shown(text)))
}

export function printAside(text: string): void {
  process.stderr.write(hideSecrets(shown(text)))
}

const DEFECT = 'This is a defect of svc-conformance, not of the target. SVC_CONFORMANCE_DEBUG=1 shows where it failed.'

/** Compares the names of error classes, because several bundles define the same classes. */
function linesOf(error: Error, debug: boolean) {
  const { name, message, stack } = error
  // Quoted text in the message is already escaped, so each line feed is part of our own text.
  if (name === 'UsageError') return { lines: message.split('\n'), code: exitCodes.usage }
  if (name === 'ConfigError') {
    const { problems } = error as ConfigError
    const [head = ''] = message.split('\n', 1)
    return { lines: [head, ...problems.map((problem) => `  ${problem}`)], code: exitCodes.usage }
  }
  if (name === 'WriteError') return { lines: [message], code: exitCodes.broken }
  const [first, ...more] = debug && stack ? stack.split('\n') : [message, DEFECT]
  return { lines: [`internal error: ${first}`, ...more], code: exitCodes.broken }
}

/** @param debug whether to print the stack */
export function failureOf(error: unknown, debug: boolean) {
  const { lines, code } = linesOf(error instanceof Error ? error : new Error(String(error)), debug)
  const message = lines.map((line) => printable(line, Number.POSITIVE_INFINITY)).join('\n')
  return { message: hideKeys(message), code }
}
