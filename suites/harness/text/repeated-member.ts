/** Finds a member that an object of JSON has twice: readers disagree about which one counts (RFC 8259, 4). */
import { endOfString } from './json-string.ts'

const QUOTE = 0x22
const COLON = 0x3a

export interface RepeatedMember {
  /** Its name, as it is written the second time. */
  readonly written: string
  /** The offset of the second one. */
  readonly offset: number
}

/** The first member that an object has twice. Assumes that the text is valid JSON. */
export function repeatedMember(text: string): RepeatedMember | undefined {
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) open.push(code === 0x7b ? new Set() : undefined)
    else if (code === 0x7d || code === 0x5d) open.pop()
    if (code !== QUOTE) continue
    const end = endOfString(text, at)
    if (isName(text, end)) {
      const written = text.slice(at, end)
      const name = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1)
      const names = open.at(-1)
      if (names?.has(name)) return { written, offset: at }
      names?.add(name)
    }
    at = end - 1
  }
  return undefined
}

function isName(text: string, end: number): boolean {
  let at = end
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
  return text.charCodeAt(at) === COLON
}
