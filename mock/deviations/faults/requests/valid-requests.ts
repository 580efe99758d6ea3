import type { JsonObject } from '../../../core/request/body.ts'
import type { Call } from '../../../core/types.ts'

/** Picks valid requests. */
export type Valid = (body: JsonObject, call: Call) => boolean

/** `[name, what shows, the field that is blamed, which valid requests, what it breaks]` */
export type Refused = [name: string, shows: string, field: string, when: Valid, breaks: readonly string[]]
