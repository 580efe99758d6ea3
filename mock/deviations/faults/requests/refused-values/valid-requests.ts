import type { JsonObject } from '../../../../core/request/body.ts'
import type { Call } from '../../../../core/types.ts'
import type { Apply } from '../../../deviation.ts'
import { refuse } from '../../../edits/decisions.ts'

/** Picks valid requests. */
export type Valid = (body: JsonObject, call: Call) => boolean

/** Refuses valid requests, and blames a field for it. */
export function refuseValid(field: string, when: Valid): Apply {
  return refuse((body, call) => when(body, call) && field)
}
