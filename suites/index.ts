/** Every check, in the order of a report. */
import { auth } from './checks/auth.ts'
import { availability } from './checks/availability.ts'
import { callers } from './checks/callers.ts'
import { completion } from './checks/completion.ts'
import { concurrency } from './checks/concurrency.ts'
import { errors } from './checks/errors.ts'
import { limits } from './checks/limits.ts'
import { models } from './checks/models.ts'
import { properties } from './checks/properties.ts'
import { requestId } from './checks/request-id.ts'
import { elsewhere } from './checks/rows/elsewhere.ts'
import { options } from './checks/rows/every-option.ts'
import { validation } from './checks/rows/validation.ts'
import { streaming } from './checks/streaming.ts'
import { variation } from './checks/variation.ts'
import type { Check } from './harness/run/check.ts'

export const allChecks: readonly Check[] = [
  ...models,
  ...completion,
  ...auth,
  ...validation,
  ...elsewhere,
  ...options,
  ...streaming,
  ...limits,
  ...errors,
  ...requestId,
  ...properties,
  ...availability,
  ...concurrency,
  ...callers,
  ...variation,
]
