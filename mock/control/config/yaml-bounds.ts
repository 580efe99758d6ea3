/**
 * Bounds for texts that are read as YAML. The author of a file could make the library take minutes, all memory or the whole
 * stack. The mock and the harness share no code, so that each has this file; a test holds them equal.
 */
import type { Document, DocumentOptions, Node, ParseOptions, SchemaOptions, YAMLError } from 'yaml'

type Library = typeof import('yaml')

export interface YamlFault {
  readonly offset: number
  readonly message: string
}

/** Far more than any file written by hand. */
const MAX_LENGTH = 256 * 1024
const DEEPEST = 64
const ALIASES = 50

/** No quadratic comparisons, and no warnings besides our own messages. */
const READING = { uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const

/** Codes of the library for lines with too many or too few spaces. */
const INDENTATION = /^(?:BAD_INDENT|BLOCK_AS_IMPLICIT_KEY|MULTILINE_IMPLICIT_KEY)$/

function wordsFor({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; write one document in the file'
  return INDENTATION.test(code) ? `${message}; check the indentation` : message
}

/** Reads a text. It may have a mistake in each line, and the unused stacks would take most of the time. */
export function documentIn(
  text: string,
  { parseDocument }: Library,
  options: ParseOptions & DocumentOptions & SchemaOptions,
): Document {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    const document = parseDocument(text, { ...options, ...READING })
    for (const error of document.errors) error.message = wordsFor(error)
    return document
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** What is wrong with a text before it is put together; undefined where nothing is. */
export function faultOfText(text: string, { Lexer, Parser }: Library): YamlFault | undefined {
  if (text.length > MAX_LENGTH) return { offset: 0, message: `the file has more than ${MAX_LENGTH / 1024} KiB` }
  const parser = new Parser()
  let aliases = 0
  for (const word of new Lexer().lex(text)) {
    const { offset } = parser
    if (word.startsWith('*') && ++aliases > ALIASES)
      return { offset, message: `there are more than ${ALIASES} aliases (*name); write out their values` }
    for (const _token of parser.next(word));
    if (parser.stack.length > DEEPEST) return { offset, message: 'this is nested too deeply' }
  }
  return undefined
}

/** What is wrong with a document that the library has read. */
export function faultsOfDocument(document: Document, { isAlias, isCollection, isScalar, visit }: Library): YamlFault[] {
  const faults: YamlFault[] = []
  let first: YamlFault | undefined
  const report = ({ range }: Node, message: string): void => void faults.push({ offset: range?.[0] ?? 0, message })
  visit(document, {
    Alias: (_key, alias) => {
      first ??= { offset: alias.range?.[0] ?? 0, message: 'aliases expand to too much; write out their values' }
      const meant = alias.resolve(document)
      if (!meant) report(alias, 'there is no anchor of this name before it')
      else if (encloses(meant, alias)) report(alias, 'this alias refers to its own parent')
    },
    Map: (_key, map) => {
      const names = new Set<string>()
      for (const { key } of map.items) {
        if (isAlias(key) || isCollection(key)) report(key, 'a name has to be text')
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (names.has(name)) report(key, 'Map keys must be unique')
        names.add(name)
      }
    },
  })
  if (faults.length > 0 || !first) return faults
  try {
    document.toJS({ maxAliasCount: ALIASES })
    return []
  } catch {
    return [first]
  }
}

function encloses({ range: outer }: Node, { range: inner }: Node): boolean {
  return outer != null && inner != null && outer[0] <= inner[0] && inner[0] < outer[2]
}
