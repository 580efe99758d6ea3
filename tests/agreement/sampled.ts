/** Tests that draw many inputs draw some of them for each push, other ones each time, and all of them with WHOLE=1: once a week. */
const PART = 4

export const isWhole = process.env.WHOLE === '1'

/** How many of so many inputs this run draws. */
export const sampled = (count: number): number => (isWhole ? count : Math.ceil(count / PART))
