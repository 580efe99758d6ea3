/**
 * A JSON number as `0.DIGITS x 10^point`, without leading or trailing zeros, so that numbers can be compared
 * by their digits. Exponents are never expanded: 1e999999999 costs nothing.
 */
interface Normal {
  readonly negative: boolean
  readonly digits: string
  readonly point: number
}

function normalise(text: string): Normal {
  const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text)
  if (parts === null) throw new TypeError('not the text of a JSON number')
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const all = whole + fraction
  const trimmed = all.replace(/^0+/, '')
  const digits = withoutTrailingZeros(trimmed)
  if (digits === '') return { negative: false, digits, point: Number.NEGATIVE_INFINITY }
  const leadingZeros = all.length - trimmed.length
  return { negative: sign === '-', digits, point: whole.length - leadingZeros + Number(exponent) }
}

// Not /0+$/, which would take quadratic time for a megabyte of zeros before another digit.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Negative if the first is less, positive if it is greater. */
export function compareNumbers(first: string, second: string): number {
  const [a, b] = [normalise(first), normalise(second)]
  if (a.negative !== b.negative) return a.negative ? -1 : 1
  const size = compareSizes(a, b)
  return a.negative ? -size : size
}

function compareSizes(a: Normal, b: Normal): number {
  if (a.point !== b.point) return a.point < b.point ? -1 : 1
  // With equal points, the digit strings have the same order as the numbers.
  if (a.digits === b.digits) return 0
  return a.digits < b.digits ? -1 : 1
}

/** Whether the value is an integer; `spelling` decides whether 1.0 and 1e0 count. */
export function isInteger(text: string, spelling: 'digits' | 'value'): boolean {
  if (spelling === 'digits') return /^-?[0-9]+$/.test(text)
  const { digits, point } = normalise(text)
  return digits.length <= point || digits === ''
}
