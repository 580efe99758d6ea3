import { authenticate, refuseDisabled } from './auth.ts'
import { BODY_LIMIT, parseBody } from './request/body.ts'
import { problemsOf } from './request/validation.ts'
import { completionJson } from './responses/completion.ts'
import { compose } from './responses/compose.ts'
import { findModel, listJson } from './responses/model-list.ts'
import { pieces } from './responses/tokens.ts'
import { route } from './routes.ts'
import type { Behaviour } from './types.ts'

/** The default behaviour: this mock's interpretation of the contract. */
export const contractBehaviour: Behaviour = {
  deviations: [],
  route,
  authenticate,
  refuseDisabled,
  takeQuota: (project, call) => project.quota?.take(call),
  bodyLimit: BODY_LIMIT,
  isTooLarge: ({ bytes }) => bytes > BODY_LIMIT,
  parseBody,
  problemsOf,
  findModel,
  listJson,
  isStream: (body) => body.stream === true,
  compose,
  completionJson,
  pieces: (text) => pieces(text),
  requestId: (made) => made,
  events: [],
  delivery: [],
  responses: [],
  sealed: [],
}
