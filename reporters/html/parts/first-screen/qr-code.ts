/** QR codes (ISO/IEC 18004) of version 10, level M, in byte mode. Always mask 0, since readers accept any of the 8. */
import { html, type Markup, ours } from '../markup.ts'

const SIZE = 57
const QUIET = 4
const DATA_BYTES = 216
const CORRECTION = 26
/** Bytes of data in each block. */
const BLOCKS = [43, 43, 43, 43, 44] as const
/** Without 3 bytes for the mode, the length and the terminator. */
const MAX_BYTES = DATA_BYTES - 3
/** The format (level and mask) and the version, each with its correction bits. */
const FORMAT = 0x5412
const VERSION = 0x0a4d3
/** Centres of the alignment patterns: all pairs of 6, 28 and 50, except the corners with finder patterns. */
const ALIGNMENT = [
  [6, 28],
  [28, 6],
  [28, 28],
  [28, 50],
  [50, 28],
  [50, 50],
] as const

/** Multiplies in GF(256), with the polynomial of the standard. */
export function product(one: number, other: number): number {
  let result = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >> 7) * 0x11d)
    if ((other >> bit) & 1) result ^= one
  }
  return result
}

/** The remainder of a division by a polynomial, which is given without its first coefficient, 1. */
function remainder(bytes: Iterable<number>, divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0)
  for (const byte of bytes) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    for (const [at, coefficient] of divisor.entries()) rest[at] = (rest[at] ?? 0) ^ product(coefficient, factor)
  }
  return rest
}

function divisorOf(degree: number): number[] {
  let made = [1]
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    const times = made.map((each) => product(each, root))
    made = [...made, 0].map((each, at) => each ^ (times[at - 1] ?? 0))
    root = product(root, 2)
  }
  return made.slice(1)
}

/** The data and correction bytes, in the order in which they are drawn. */
function codewords(text: Buffer): number[] {
  const bits = `0100${text.length.toString(2).padStart(16, '0')}${[...text].map((byte) => byte.toString(2).padStart(8, '0')).join('')}0000`
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  for (let pad = 0; data.length < DATA_BYTES; pad += 1) data.push(pad % 2 === 0 ? 0xec : 0x11)
  let from = 0
  const blocks = BLOCKS.map((length) => data.slice(from, (from += length)))
  const divisor = divisorOf(CORRECTION)
  const corrections = blocks.map((block) => remainder(block, divisor))
  const byColumns = (all: readonly (readonly number[])[], longest: number): number[] =>
    Array.from({ length: longest }, (_, at) => all.flatMap((each) => each[at] ?? [])).flat()
  return [...byColumns(blocks, Math.max(...BLOCKS)), ...byColumns(corrections, CORRECTION)]
}

type Modules = (boolean | undefined)[][]

/** The modules that do not depend on the text; undefined where the bits of the text belong. */
export function frameOfModules(): Modules {
  const modules: Modules = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }))
  const set = (x: number, y: number, dark: boolean): void => {
    const row = modules[y]
    if (row && x >= 0 && x < SIZE) row[x] = dark
  }
  /** Draws concentric squares around a centre; `light` has the distances of the light ones. */
  const rings = (x: number, y: number, light: readonly number[], radius: number): void => {
    for (let down = -radius; down <= radius; down += 1)
      for (let right = -radius; right <= radius; right += 1)
        set(x + right, y + down, !light.includes(Math.max(Math.abs(right), Math.abs(down))))
  }
  for (let at = 0; at < SIZE; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [x, y] of ALIGNMENT) rings(x, y, [1], 2)
  for (const [x, y] of [
    [3, 3],
    [SIZE - 4, 3],
    [3, SIZE - 4],
  ] as const)
    rings(x, y, [2, 4], 4)
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = ((FORMAT >> bit) & 1) === 1
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit + (bit === 8 ? 1 : 0)
    if (bit < 8) set(8, along, dark)
    else set(along, 8, dark)
    if (bit < 8) set(SIZE - 1 - bit, 8, dark)
    else set(8, SIZE - 15 + bit, dark)
  }
  set(8, SIZE - 8, true)
  for (let bit = 0; bit < 18; bit += 1) {
    const [near, far] = [Math.floor(bit / 3), SIZE - 11 + (bit % 3)]
    set(far, near, ((VERSION >> bit) & 1) === 1)
    set(near, far, ((VERSION >> bit) & 1) === 1)
  }
  return modules
}

/** The positions of the bits in order: two columns at a time from the right, alternately up and down. */
export function* pathThrough(modules: Modules): Generator<readonly [x: number, y: number]> {
  let up = true
  for (let right = SIZE - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5
    for (let step = 0; step < SIZE; step += 1) {
      const y = up ? SIZE - 1 - step : step
      for (const x of [right, right - 1]) if (modules[y]?.[x] === undefined) yield [x, y]
    }
  }
}

/** The dark and light modules for a text, which is cut to `MAX_BYTES`. */
export function modulesOf(text: string): boolean[][] {
  const frame = frameOfModules()
  const bits = codewords(Buffer.from(text).subarray(0, MAX_BYTES)).flatMap((byte) =>
    Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1),
  )
  const modules = frame.map((row) => row.map((dark) => dark ?? false))
  let at = 0
  for (const [x, y] of pathThrough(frame)) {
    const row = modules[y]
    if (row) row[x] = (bits[at] === 1) !== ((x + y) % 2 === 0)
    at += 1
  }
  return modules
}

/** A text as a QR code in SVG. @param label its description for screen readers */
export function qrCode(text: string, label: string): Markup {
  const runs = modulesOf(text).flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: { length } }) => `M${index + QUIET} ${y + QUIET}h${length}v1h-${length}z`),
  )
  const whole = SIZE + 2 * QUIET
  return html`<svg class="code" viewBox="0 0 ${whole} ${whole}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${whole}" height="${whole}" fill="#fff"/><path d="${ours(runs.join(''))}" fill="#000"/></svg>`
}
