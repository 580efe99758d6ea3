export { applies, type Condition, type Dimension, type Timing, WEIGHTS } from './condition.ts'

import { bodies } from './bodies.ts'
import type { Condition } from './condition.ts'
import { heads } from './heads.ts'
import { times } from './times.ts'

/** Conditions by dimension; dimensions are drawn first, so that one with many values is not drawn more often. */
export const conditions: readonly Condition[] = [...heads, ...bodies, ...times]
