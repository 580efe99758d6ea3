/** How deep arrays and objects are nested in any text: parsers of deep ones need much memory, or a deep stack. */

/** Whether the characters of `marks` together occur more than `most` times. */
export function hasMoreThan(text: string, marks: string, most: number): boolean {
  if (text.length <= most) return false
  let count = 0
  for (const mark of marks)
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
      count += 1
      if (count > most) return true
    }
  return false
}

/** Offset at which a text opens one level more than `most`; undefined if it does not. */
export function tooDeepAt(text: string, most: number): number | undefined {
  // With too few brackets, the text cannot be too deep. This search is faster than a loop over each character.
  if (!hasMoreThan(text, '[{', most)) return undefined
  let level = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) quoted = !quoted
    else if (code === 0x5c) at += 1
    else if (quoted) continue
    else if (code === 0x5b || code === 0x7b) {
      level += 1
      if (level > most) return at
    } else if (code === 0x5d || code === 0x7d) level -= 1
  }
  return undefined
}
