import { printable } from '../text/printable.ts'

/** The maximum number of characters in a line of an error: some lines quote foreign files. */
const MAX_LENGTH = 2000

/** The hint for an empty value. */
export const IS_IT_SET = 'check that its variable is set'

/**
 * A mistake of the user: reported in one message, with exit code 2, before anything is sent. Text of files and targets
 * is escaped in it, so a line feed only separates our own lines.
 * @example assert.throws(() => loadTarget('no-such-file.yaml', env), UsageError)
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'

  /** @param lines of the message; a line feed inside a line is quoted text, and is escaped */
  constructor(...lines: readonly string[]) {
    super(lines.map((line) => printable(line, MAX_LENGTH)).join('\n'))
  }
}
