/**
 * Tests with many inputs draw some of them for each push, different ones each time, and all of them with WHOLE=1, once a week.
 */
const PART = 4

export const isWhole = process.env.WHOLE === '1'

/** The number of inputs that this run draws. */
export const sampled = (count: number): number => (isWhole ? count : Math.ceil(count / PART))
