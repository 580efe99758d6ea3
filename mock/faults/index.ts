import type { Fault } from '../oddity.ts'
import { once } from '../once.ts'
import { acceptedFaults } from './accepted.ts'
import { authFaults } from './auth.ts'
import { bodyFormFaults } from './body-forms.ts'
import { catalogFaults } from './catalog.ts'
import { chunkFaults } from './chunk.ts'
import { completionFaults } from './completion.ts'
import { conditionalFaults } from './conditional.ts'
import { errorBodyFaults } from './error-body.ts'
import { errorByStatusFaults } from './error-by-status.ts'
import { gatewayFaults } from './gateways.ts'
import { limitFaults } from './limits.ts'
import { loosenedFaults } from './loosened.ts'
import { mediaTypeFaults } from './media-types.ts'
import { modelFaults } from './models.ts'
import { refusedFaults } from './refused.ts'
import { requestIdFaults } from './request-id.ts'
import { routeFaults } from './routes.ts'
import { ruleStatusFaults } from './rule-status.ts'
import { sizeFaults } from './size.ts'
import { statusFaults } from './statuses.ts'
import { streamEndFaults } from './stream-end.ts'
import { streamFramingFaults } from './stream-framing.ts'
import { streamKindFaults } from './stream-kind.ts'
import { streamOrderFaults } from './stream-order.ts'
import { usageFaults } from './usage.ts'

/** Every fault, in the order of the contract. Made when one is asked for: most mocks have none, and should start at once. */
export const faults = once((): readonly Fault[] => [
  ...modelFaults(),
  ...completionFaults(),
  ...usageFaults(),
  ...chunkFaults(),
  ...errorBodyFaults(),
  ...errorByStatusFaults(),
  ...requestIdFaults(),
  ...mediaTypeFaults(),
  ...statusFaults(),
  ...ruleStatusFaults(),
  ...acceptedFaults(),
  ...loosenedFaults(),
  ...conditionalFaults(),
  ...refusedFaults(),
  ...bodyFormFaults(),
  ...sizeFaults(),
  ...authFaults(),
  ...catalogFaults(),
  ...streamKindFaults(),
  ...streamFramingFaults(),
  ...streamOrderFaults(),
  ...streamEndFaults(),
  ...limitFaults(),
  ...routeFaults(),
  ...gatewayFaults(),
])
