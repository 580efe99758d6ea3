import type { Answer } from '../exchange.ts'

/**
 * Something that goes wrong on the way of a finished answer: it comes late, in pieces, or not to its end.
 * `draw` gives numbers from 0 up to 1 that repeat with the gateway's seed.
 */
export type Disturb = (answer: Answer, draw: () => number) => Answer
