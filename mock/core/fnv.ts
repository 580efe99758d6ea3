/** A hash of a text that is the same on every platform (FNV-1a, 32 bits). */
export function fnv(text: string): number {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  return state >>> 0
}
