/** Every breach. */
import { auth } from './auth.ts'
import type { Breach } from './breach.ts'
import { models } from './models.ts'

export const breaches: readonly Breach[] = [...auth, ...models]
