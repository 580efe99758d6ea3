/** The number of UTF-16 units that are all digested. After that, only every `STRIDE`-th unit and the length are. */
const WHOLE = 8192
/** A prime number, so that it does not match the period of a repeating text. */
const STRIDE = 61

/**
 * A keyed 53-bit hash of a text; the key is random per journal and never shown. The hash is sufficient to recognise a
 * text, but not to guess it. It is synchronous, and the same in browsers.
 */
export class Digest {
  #left: number
  #right: number
  /** The position of the next unit to digest; it does not depend on where a text is split. */
  #next = 0
  /** The number of UTF-16 units so far. */
  length = 0

  constructor(key: number) {
    this.#left = 0xdeadbeef ^ key
    this.#right = 0x41c6ce57 ^ Math.imul(key, 0x9e3779b1)
  }

  add(text: string): this {
    let [left, right] = [this.#left, this.#right]
    const end = this.length + text.length
    for (; this.#next < end; this.#next += this.#next < WHOLE ? 1 : STRIDE) {
      const unit = text.charCodeAt(this.#next - this.length)
      left = Math.imul(left ^ unit, 0x9e3779b1)
      right = Math.imul(right ^ unit, 0x5f356495)
    }
    this.#left = left
    this.#right = right
    this.length = end
    return this
  }

  get value(): number {
    let [left, right] = [this.#left ^ this.length, this.#right]
    left = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right ^ (right >>> 13), 0xc2b2ae35)
    right = Math.imul(right ^ (right >>> 16), 0x85ebca6b) ^ Math.imul(left ^ (left >>> 13), 0xc2b2ae35)
    return 0x1_0000_0000 * (right & 0x1fffff) + (left >>> 0)
  }
}
