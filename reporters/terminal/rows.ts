/** Rows of a name and a text, below the head of a card. */
import { printable } from '../../suites/harness/text/printable.ts'
import { COMMANDS } from '../wording/details.ts'
import { wrapped } from './wrap.ts'

const INDENT = 4
const NAMES = 10

/** Ids of ours, which are never shortened. */
const IDS: readonly string[] = ['breaks', 'also']

/** The most characters of a text in a card; the report has more. */
const MAX_LENGTH = 300
const MAX_OWN_LENGTH = 20_000

/** A row; none without a text. */
export function row(name: string, text: string | undefined, columns: number | undefined): string[] {
  if (text === undefined || text === '') return []
  const isCommand = COMMANDS.includes(name)
  const lead = `${' '.repeat(INDENT)}${name.padEnd(NAMES)}`
  const line = `${lead}${printable(text, isCommand || IDS.includes(name) ? MAX_OWN_LENGTH : MAX_LENGTH)}`
  return isCommand ? [line] : wrapped(line, columns, INDENT + NAMES, lead)
}
