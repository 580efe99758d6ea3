import type { Fault } from '../deviation.ts'
import { once } from '../once.ts'
import { authFaults } from './access/auth.ts'
import { limitFaults } from './access/limits.ts'
import { completionFaults } from './answers/completion.ts'
import { errorBodyFaults } from './answers/error-body.ts'
import { errorByStatusFaults } from './answers/error-by-status.ts'
import { mediaTypeFaults } from './answers/media-types.ts'
import { requestIdFaults } from './answers/request-id.ts'
import { statusFaults } from './answers/statuses.ts'
import { usageFaults } from './answers/usage.ts'
import { conditionalFaults } from './deployments/conditional.ts'
import { gatewayFaults } from './deployments/gateways.ts'
import { routeFaults } from './deployments/routes.ts'
import { catalogFaults } from './models/catalog.ts'
import { modelFaults } from './models/models.ts'
import { acceptedFaults } from './requests/accepted.ts'
import { bodyFormFaults } from './requests/body-forms.ts'
import { loosenedFaults } from './requests/loosened.ts'
import { refusedFaults } from './requests/refused.ts'
import { ruleStatusFaults } from './requests/rule-status.ts'
import { sizeFaults } from './requests/size.ts'
import { chunkFaults } from './streams/chunk.ts'
import { streamEndFaults } from './streams/stream-end.ts'
import { streamFramingFaults } from './streams/stream-framing.ts'
import { streamKindFaults } from './streams/stream-kind.ts'
import { streamOrderFaults } from './streams/stream-order.ts'

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
