/** The part of re2js that this module uses. */
interface Library {
  readonly RE2JS: {
    readonly CASE_INSENSITIVE: number
    compile(pattern: string, flags: number): { test(text: string): boolean; programSize(): number }
  }
}

const MAX_LENGTH = 500
/** The maximum number of states of a pattern, with repetitions expanded: more states take more time per character. */
const LARGEST = 1000
/** The maximum number of characters to search, which bounds the time for long messages. */
const SEARCHED = 64 * 1024

/**
 * Compiles a pattern (RE2 syntax) to a search without backtracking, in time proportional to the length of the text.
 * @throws RangeError that says what is wrong with the pattern
 */
export function searchFor(pattern: string, ignoreCase = false): (text: string) => boolean {
  if (pattern.length > MAX_LENGTH) throw new RangeError(`The pattern has more than ${MAX_LENGTH} characters.`)
  const { RE2JS } = library()
  const compiled = compiledBy(() => RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0))
  if (compiled.programSize() > LARGEST)
    throw new RangeError('The pattern cannot be used: it repeats too much; lower the numbers in braces.')
  return (text) => compiled.test(text.slice(0, SEARCHED))
}

/** Loads re2js on first use, because that takes as long as the rest of the mock, and browsers do not need it. */
function library(): Library {
  const modules = globalThis.process?.getBuiltinModule?.('node:module')
  const message = 'The pattern cannot be used in a browser: give text as a text, or when() a regular expression.'
  if (!modules) throw new RangeError(message)
  const require = modules.createRequire(import.meta.url)
  return require('re2js') as Library
}

function compiledBy<T>(compile: () => T): T {
  try {
    return compile()
  } catch (cause) {
    const why = (cause as Error).message.replace('error parsing regexp: ', '')
    throw new RangeError(`The pattern cannot be used: ${why} (its syntax is that of RE2).`, { cause })
  }
}
