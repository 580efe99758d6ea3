import type { Accounts, Model, Project } from '../gateway/accounts.ts'
import { completionJson } from './answers/completion.ts'
import { compose, type Reply } from './answers/compose.ts'
import { findModel, listJson } from './answers/model-list.ts'
import { pieces } from './answers/tokens.ts'
import { authenticate, refuseDisabled } from './auth.ts'
import type { Refusal } from './errors.ts'
import type { Answer, Part, RequestHead } from './http.ts'
import { BODY_LIMIT, type JsonObject, parseBody } from './request/body.ts'
import type { Problem } from './request/problems.ts'
import { problemsOf } from './request/validation.ts'
import { type Operation, route } from './routes.ts'
import type { Call } from './types.ts'

/**
 * Every decision of the gateway, replaceable one by one. The default is the contract; a variant takes
 * another freedom that the contract leaves; a fault breaks it on purpose. Lists are empty by default,
 * so that a gateway without faults pays nothing for them.
 */
export interface Behaviour {
  /** The faults and variants that are laid over it. */
  readonly deviations: readonly string[]
  route(head: RequestHead): Operation | Refusal
  authenticate(head: RequestHead, accounts: Accounts, call: Call): Project | Refusal
  refuseDisabled(project: Project, operation: Operation, call: Call): Refusal | undefined
  /** Seconds to wait when the project's quota is used up. */
  takeQuota(project: Project, call: Call): number | undefined
  /** When 401, 403 and 429 are decided: on the head, once the body is there, or after it was judged. */
  readonly entry: 'head' | 'body' | 'late'
  /** Most bytes of a body, and whether a larger Content-Length is refused before the body comes. */
  readonly bodyLimit: number
  readonly trustsLength: boolean
  /** The last word on the size of a body that has arrived whole. */
  isTooLarge(bytes: number, text: string | undefined, call: Call): boolean
  parseBody(text: string | undefined, call: Call): JsonObject | Refusal
  problemsOf(body: JsonObject, call: Call): readonly Problem[]
  /** Problems may be dropped here, or others put in their place. Only called when there are any. */
  judge(problems: readonly Problem[], call: Call): readonly Problem[]
  findModel(id: unknown, project: Project, accounts: Accounts, call: Call): Model | Refusal
  listJson(models: Iterable<Model>, accounts: Accounts, call: Call): string
  isStream(body: JsonObject, call: Call): boolean
  /** `script` is the text that a script gives in place of the model's. */
  compose(
    body: JsonObject,
    model: Model,
    project: Project,
    call: Call,
    script?: string,
  ): Pick<Reply, 'text' | 'finish' | 'usage'>
  completionJson(reply: Reply, call: Call): string
  /** The texts of the content chunks of a stream. */
  pieces(text: string): string[]
  /** The value of `x-svc-request-id`; undefined leaves the header out. */
  requestId(made: string, call: Call): string | undefined
  /** Turns the events of a stream, framing included, into others. */
  readonly events: readonly ((events: string[], call: Call) => string[])[]
  /** Turns the events of a stream into timed parts or connection acts; the last one has the last word. */
  readonly delivery: readonly ((events: readonly string[], call: Call) => Iterable<Part> | undefined)[]
  /** Turns a finished answer into another one, before it gets its request id and after. */
  readonly answers: readonly ((answer: Answer, call: Call) => Answer)[]
  readonly sealed: readonly ((answer: Answer, call: Call) => Answer)[]
}

/** The contract, as this mock reads it. */
export const contractBehaviour: Behaviour = {
  deviations: [],
  route,
  authenticate,
  refuseDisabled,
  takeQuota: (project) => project.quota?.take(),
  entry: 'head',
  bodyLimit: BODY_LIMIT,
  trustsLength: true,
  isTooLarge: (bytes) => bytes > BODY_LIMIT,
  parseBody,
  problemsOf,
  judge: (problems) => problems,
  findModel,
  listJson,
  isStream: (body) => body.stream === true,
  compose,
  completionJson,
  pieces: (text) => pieces(text),
  requestId: (made) => made,
  events: [],
  delivery: [],
  answers: [],
  sealed: [],
}
