/** Noise that is the same on every run: a failure that noise found can be had again. */
export function randomBytes(seed: number, length: number): Buffer {
  // xorshift32 stays at nought once it is there.
  let state = seed | 0 || 1
  return Buffer.from(
    Array.from({ length }, () => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return (state >>> 16) & 0xff
    }),
  )
}
