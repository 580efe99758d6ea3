import type { Fault } from '../deviation.ts'
import { once } from '../once.ts'
import { authFaults } from './access/auth.ts'
import { keysAroundFaults } from './access/keys-around.ts'
import { limitFaults } from './access/limits.ts'
import { wrongKeyFaults } from './access/wrong-keys.ts'
import { completionFaults } from './answers/completion.ts'
import { completionMemberFaults } from './answers/completion-members.ts'
import { emptyClaimFaults } from './answers/empty-claims.ts'
import { errorBodyFaults } from './answers/error-body.ts'
import { errorByStatusFaults } from './answers/error-by-status.ts'
import { mediaTypeFaults } from './answers/media-types.ts'
import { oneReadingFaults } from './answers/one-reading.ts'
import { refusalStatusFaults } from './answers/refusal-statuses.ts'
import { requestIdMissingFaults } from './answers/request-id-missing.ts'
import { requestIdValueFaults } from './answers/request-id-values.ts'
import { statusFaults } from './answers/statuses.ts'
import { usageFaults } from './answers/usage.ts'
import { afterStateFaults } from './deployments/after-states.ts'
import { atOnceFaults } from './deployments/at-once.ts'
import { callerFaults } from './deployments/callers.ts'
import { gatewayFaults } from './deployments/gateways.ts'
import { laterFaults } from './deployments/later.ts'
import { leftBehindFaults } from './deployments/left-behind.ts'
import { routeFaults } from './deployments/routes.ts'
import { catalogFaults } from './models/catalog.ts'
import { modelFaults } from './models/models.ts'
import { specialNameFaults } from './models/special-names.ts'
import { awkwardFaults } from './requests/awkward.ts'
import { bodyFormFaults } from './requests/body-forms.ts'
import { ignoredMessageRules } from './requests/ignored-rules/messages.ts'
import { nowAndThenFaults } from './requests/ignored-rules/now-and-then.ts'
import { ignoredNumberRules } from './requests/ignored-rules/numbers.ts'
import { ignoredOptionRules } from './requests/ignored-rules/options.ts'
import { looseFieldFaults } from './requests/loose-rules/fields.ts'
import { looseMessageFaults, looseNullFaults } from './requests/loose-rules/messages.ts'
import { looseNameFaults } from './requests/loose-rules/names.ts'
import { looseNumberFaults } from './requests/loose-rules/numbers.ts'
import { refusedFieldFaults } from './requests/refused-values/fields.ts'
import { refusedHeaderFaults } from './requests/refused-values/headers.ts'
import { refusedMessageFaults } from './requests/refused-values/messages.ts'
import { conditionalFaults } from './requests/refused-values/under-conditions.ts'
import { ruleStatusFaults } from './requests/rule-status.ts'
import { sizeFaults } from './requests/size.ts'
import { chunkFaults } from './streams/chunk.ts'
import { chunkMemberFaults } from './streams/chunk-members.ts'
import { streamEndFaults } from './streams/stream-end.ts'
import { streamFramingFaults } from './streams/stream-framing.ts'
import { streamKindFaults } from './streams/stream-kind.ts'
import { streamOrderFaults } from './streams/stream-order.ts'

/** Every fault, in the order of the contract. Made when one is asked for: most mocks have none, and should start at once. */
export const faults = once((): readonly Fault[] => [
  ...modelFaults(),
  ...completionMemberFaults(),
  ...completionFaults(),
  ...usageFaults(),
  ...emptyClaimFaults(),
  ...chunkMemberFaults(),
  ...chunkFaults(),
  ...errorBodyFaults(),
  ...oneReadingFaults(),
  ...errorByStatusFaults(),
  ...requestIdMissingFaults(),
  ...requestIdValueFaults(),
  ...mediaTypeFaults(),
  ...refusalStatusFaults(),
  ...statusFaults(),
  ...ruleStatusFaults(),
  ...ignoredMessageRules(),
  ...ignoredNumberRules(),
  ...ignoredOptionRules(),
  ...looseFieldFaults(),
  ...looseNumberFaults(),
  ...looseNameFaults(),
  ...looseMessageFaults(),
  ...looseNullFaults(),
  ...nowAndThenFaults(),
  ...refusedFieldFaults(),
  ...refusedMessageFaults(),
  ...conditionalFaults(),
  ...refusedHeaderFaults(),
  ...bodyFormFaults(),
  ...awkwardFaults(),
  ...sizeFaults(),
  ...wrongKeyFaults(),
  ...keysAroundFaults(),
  ...authFaults(),
  ...catalogFaults(),
  ...specialNameFaults(),
  ...streamKindFaults(),
  ...streamFramingFaults(),
  ...streamOrderFaults(),
  ...streamEndFaults(),
  ...limitFaults(),
  ...routeFaults(),
  ...gatewayFaults(),
  ...callerFaults(),
  ...atOnceFaults(),
  ...leftBehindFaults(),
  ...laterFaults(),
  ...afterStateFaults(),
])
