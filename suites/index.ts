/** Every check, in the order of a report. */
import { auth } from './auth.ts'
import { availability } from './availability.ts'
import { completion } from './completion.ts'
import { errors } from './errors.ts'
import type { Check } from './harness/check.ts'
import { limits } from './limits.ts'
import { models } from './models.ts'
import { properties } from './properties.ts'
import { requestId } from './request-id.ts'
import { streaming } from './streaming.ts'
import { validation } from './validation.ts'

export const allChecks: readonly Check[] = [
  ...models,
  ...completion,
  ...auth,
  ...validation,
  ...streaming,
  ...limits,
  ...errors,
  ...requestId,
  ...properties,
  ...availability,
]
