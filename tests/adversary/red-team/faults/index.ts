/** Every fault of the red team. The names begin with the file of the row: `streams.usage-zero`. */
import type { RedTeamFault } from '../rows.ts'
import { access } from './access.ts'
import { bodies } from './bodies.ts'
import { completions } from './completions.ts'
import { errors } from './errors.ts'
import { messages } from './messages.ts'
import { models } from './models.ts'
import { refusals } from './refusals.ts'
import { requestIds } from './request-ids.ts'
import { streamBytes } from './stream-bytes.ts'
import { streams } from './streams.ts'
import { values } from './values.ts'

export const faults: readonly RedTeamFault[] = [
  ...access,
  ...models,
  ...values,
  ...messages,
  ...bodies,
  ...refusals,
  ...completions,
  ...streams,
  ...streamBytes,
  ...errors,
  ...requestIds,
]
