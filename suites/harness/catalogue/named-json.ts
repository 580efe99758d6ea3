/** JSON in a file that the user names: a syntax error is reported with its line and column. */
import { excessInJson, faultOfJson, type JsonFault } from '../text/json-fault.ts'
import { repeatedMember } from '../text/repeated-member.ts'
import { UsageError } from './usage-error.ts'

export interface NamedJson {
  readonly text: string
  /** The name of the file. */
  readonly name: string
  /** The line of the file that the text begins with. */
  readonly line?: number
  /** What the user should do. */
  readonly hint: string
}

/** @throws UsageError */
export function parseNamedJson(given: NamedJson): unknown {
  // Windows PowerShell writes a byte order mark.
  const text = given.text.replace(/^\ufeff/, '')
  const json = { ...given, text }
  const excess = excessInJson(text)
  if (excess) throw refusal(excess, json)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refusal(faultOfJson(text) ?? { offset: 0, message: (error as Error).message }, json)
  }
  const twice = repeatedMember(text)
  if (twice === undefined) return value
  throw refusal({ offset: twice.offset, message: `an object has the member ${twice.written.slice(0, 60)} twice` }, json)
}

function refusal({ offset, message }: JsonFault, { text, name, line: first = 1, hint }: NamedJson): UsageError {
  let line = first
  let start = 0
  // Search line feeds one at a time, without a list: a file may consist of line feeds only.
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return new UsageError(`${name}:${line}:${offset - start + 1}: ${message}; ${hint}`)
}
