/** Whether Node's `parseArgs` refuses a command line. */
export const isParseError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** Reads the options of an npm script. A mistake prints one line and exits with 2, without a stack trace. */
export function optionsOrExit<Options>(read: () => Options): Options {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError || isParseError(error))) throw error
    console.error(error.message)
    process.exit(2)
  }
}
