/** JSON in a file that the user names: where it breaks is told with its line and column. */
import { excessInJson, faultOfJson, type JsonFault } from '../text/json-fault.ts'
import { UsageError } from './usage-error.ts'

export interface NamedJson {
  readonly text: string
  /** Of the file. */
  readonly name: string
  /** The line of the file that the text begins with. */
  readonly line?: number
  /** What the user should do. */
  readonly mend: string
}

/** @throws UsageError */
export function parseNamedJson(json: NamedJson): unknown {
  const { text } = json
  const excess = excessInJson(text)
  if (excess) throw refusal(excess, json)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refusal(faultOfJson(text) ?? { offset: 0, message: (error as Error).message }, json)
  }
}

function refusal({ offset, message }: JsonFault, { text, name, line = 1, mend }: NamedJson): UsageError {
  const before = text.slice(0, offset)
  const down = before.match(/\n/g)?.length ?? 0
  return new UsageError(`${name}:${line + down}:${offset - before.lastIndexOf('\n')}: ${message}; ${mend}`)
}
