import { answers } from './answers.ts'
import { anyAnswer } from './any-answer.ts'
import type { Deviation } from './deviation.ts'
import { errors } from './errors.ts'
import { streams } from './streams.ts'

export type { Deviation } from './deviation.ts'

export const deviations: readonly Deviation[] = [...anyAnswer, ...errors, ...answers, ...streams]
