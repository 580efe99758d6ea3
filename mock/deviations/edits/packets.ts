/** The offsets at which bytes are split into packets. */
export type Cuts = (bytes: Uint8Array) => Iterable<number>

/** Splits a text into packets at the given offsets. */
export function* cutAt(text: string, cuts: Cuts): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let start = 0
  for (const end of [...new Set([...cuts(bytes), bytes.length])].sort((one, other) => one - other)) {
    if (end > start) yield bytes.subarray(start, end)
    start = Math.max(start, end)
  }
}

export const everyByte: Cuts = (bytes) => bytes.keys()

/** Splits between the UTF-8 bytes of one character. */
export const insideCharacters: Cuts = (bytes) => [...bytes.keys()].filter((at) => ((bytes[at] ?? 0) & 0xc0) === 0x80)

/** Splits at random offsets, which depend on the seed, and are `mean` bytes apart on average. */
export function seeded(seed: number, mean = 20): Cuts {
  return function* cuts(bytes) {
    let state = seed
    for (let at = 0; at < bytes.length; ) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      at += 1 + ((state >>> 8) % (2 * mean))
      yield at
    }
  }
}
