/** Characters that Unicode counts as other forms of visible ASCII (NFKC), such as full-width letters. */

/** Where such forms are: signs, letters in circles, small and full-width forms, letters of mathematics, letters in boxes. */
const RANGES = [
  [0x2070, 0x218f],
  [0x2460, 0x24ff],
  [0xfe50, 0xff5e],
  [0x1d400, 0x1d7ff],
  [0x1f100, 0x1f1ff],
] as const

/** The visible character of each form by its code point; made on first use. */
let forms: ReadonlyMap<number, number> | undefined

function allForms(): ReadonlyMap<number, number> {
  const all = new Map<number, number>()
  for (const [first, last] of RANGES)
    for (let point = first; point <= last; point += 1) {
      const plain = String.fromCodePoint(point).normalize('NFKC')
      if (/^[!-~]$/.test(plain)) all.set(point, plain.charCodeAt(0))
    }
  return all
}

/** The form at a position, as itself or as the bytes of its UTF-8; undefined where there is none. */
export function formAt(text: string, at: number): { readonly end: number; readonly code: number } | undefined {
  const first = text.charCodeAt(at)
  if (first < 0xe2) return undefined
  const [point, size] = first > 0xff ? [text.codePointAt(at) ?? 0, 0] : pointOfBytes(text, at, first)
  forms ??= allForms()
  const code = forms.get(point)
  return code === undefined ? undefined : { end: at + (size || (point > 0xffff ? 2 : 1)), code }
}

function pointOfBytes(text: string, at: number, first: number): readonly [point: number, size: number] {
  const size = first >= 0xf0 ? 4 : 3
  let point = first & (size === 4 ? 0x07 : 0x0f)
  for (let next = at + 1; next < at + size; next += 1) {
    const code = text.charCodeAt(next)
    if ((code & 0xffc0) !== 0x80) return [0, 1]
    point = (point << 6) | (code & 0x3f)
  }
  return [point, size]
}
