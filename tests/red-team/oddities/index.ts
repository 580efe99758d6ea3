/** Every oddity. */
import type { Oddity } from './oddity.ts'

export const oddities: readonly Oddity[] = []
