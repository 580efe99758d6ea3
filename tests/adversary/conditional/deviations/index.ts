import { anyResponse } from './any-response.ts'
import type { Deviation } from './deviation.ts'
import { errors } from './errors.ts'
import { responses } from './responses.ts'
import { streams } from './streams.ts'

export type { Deviation } from './deviation.ts'

export const deviations: readonly Deviation[] = [...anyResponse, ...errors, ...responses, ...streams]
