import { readTestHeader } from '../core/disturbances/header.ts'
import { Refusal } from '../core/errors.ts'
import { type HttpResponse, jsonResponse } from '../core/http.ts'
import { CELL } from '../core/metering/cells.ts'
import { overQuota } from '../core/metering/quota.ts'
import { tooLarge } from '../core/request/body.ts'
import { invalid } from '../core/request/problems.ts'
import type { Accounts, ApplyFault, BodySize, Call, Effects, Project, Step } from '../core/types.ts'
import { type Completion, replyOf, type Sources, serve } from './respond.ts'
import { beginBooking } from './usage-booking.ts'

/** What the pipeline needs from its gateway. */
export interface PipelineContext extends Sources {
  /** Undefined if the header `x-test-fault` has no effect. */
  readonly applyFault: ApplyFault | undefined
}

/** One request in the pipeline. It yields at most once, to wait for the body: the maximum number of bytes to read. */
export type Run = Generator<number, HttpResponse | Refusal, BodySize>

/** Processes a request from its head to its response. A fault or variant that changes the order wraps this function. */
export type Pipeline = (call: Call, gateway: PipelineContext) => Run

/** The steps of a request, in the order of the contract. The first refusal ends it. */
// keeps: status-order, stream-invalid-request, client-headers-tolerated
export const pipeline: Pipeline = function* pipeline(call, gateway) {
  const { head } = call
  const { accounts } = gateway

  // Section 4: method and path name one of two operations; anything else is 404.
  const operation = call.behaviour.route(head)
  if (operation instanceof Refusal) return operation
  call.operation = operation

  // Section 5: 401 without a valid key, and 403 if the account or the feature is disabled.
  const project = call.behaviour.authenticate(head, accounts, call)
  if (project instanceof Refusal) return project
  enter(project, call)
  const provoked = gateway.applyFault && applyTestHeader(call, gateway.applyFault)
  const { behaviour } = call
  const refused = behaviour.refuseDisabled(project, operation, call) ?? provoked
  if (refused) return refused

  // 4.1: the model list has no request body, and no limit with 429.
  // keeps: models-list, models-not-limited
  if (operation === 'models') return listModels(project, call, accounts)

  // Section 8 and 7.4: 429 when the project has used up its requests.
  const wait = behaviour.takeQuota(project, call)
  if (wait !== undefined) return overQuota('requests_per_minute', wait)

  // 4.2 rule 6: 413 as soon as the size is known: from the head, or when the body has arrived.
  const announced = { stage: 'announced', bytes: Number(head.header('content-length')) } as const
  if (behaviour.isTooLarge(announced, call)) return tooLarge()
  const arrived = yield behaviour.bodyLimit
  if (behaviour.isTooLarge(arrived, call)) return tooLarge()

  // 4.2: 400 for a body that is not a JSON object, or breaks a rule for its fields.
  const body = behaviour.parseBody(arrived.text, call)
  if (body instanceof Refusal) return body
  call.body = body
  call.problems = behaviour.problemsOf(body, call)
  if (call.problems.length > 0) return invalid(call.problems)

  // 4.2 rule 7: 404 for a model that does not exist or that the project may not call.
  const model = behaviour.findModel(body.model, project, accounts, call)
  if (model instanceof Refusal) return model

  // 2.4 and section 6: the completion, as JSON or as a stream.
  return complete({ body, model, project, call, gateway })
}

/** Assigns a call to the project of its key: from here on, the project's behaviour decides, and its ledger counts. */
function enter(project: Project, call: Call): void {
  call.project = project
  if (project.behaviour) call.behaviour = project.behaviour
  call.disturbances = project.disturbances
  project.cells.count(CELL.requests)
}

function listModels(project: Project, call: Call, accounts: Accounts): HttpResponse | Refusal {
  const step = project.script.take(call)
  Object.assign(call, effectsOf(step, call))
  return step?.refusal ?? jsonResponse(200, call.behaviour.listJson(project.models.values(), accounts, call))
}

/** Completes a valid request: 503 if its model is unavailable, 429 if it exceeds a limit. */
function complete(completion: Completion): HttpResponse | Refusal {
  const { model, project, call } = completion
  // Section 8: 429 if the project runs too many completions concurrently.
  const booking = beginBooking(project, model, call)
  if (booking instanceof Refusal) return booking
  call.booking = booking

  // Disturbances of the model apply after those of the project, and before those of the header and the script.
  if (model.disturbances.length > 0)
    call.disturbances = call.disturbances.toSpliced(project.disturbances.length, 0, ...model.disturbances)
  if (!model.available) return unavailable()

  const step = project.script.take(call)
  const effects = effectsOf(step, call)
  const reply = step?.refusal ?? replyOf(completion, effects.behaviour, step)

  // Section 8: 429 if the current minute has too few tokens left.
  const overTokens = reply instanceof Refusal ? undefined : booking.take(reply.usage)
  if (overTokens) {
    // Keep the step for a request after the limit has reset.
    project.script.putBack()
    return overTokens
  }
  Object.assign(call, effects)
  return reply instanceof Refusal ? reply : serve(completion, reply, booking)
}

/** The behaviour and the disturbances of a response, including those of a script. */
function effectsOf(step: Step | undefined, { behaviour, disturbances }: Call): Effects {
  return {
    behaviour: step?.fault?.(behaviour) ?? behaviour,
    disturbances: step?.disturbances ? [...disturbances, ...step.disturbances] : disturbances,
  }
}

// keeps: unavailable-503, failures-apart
function unavailable(): Refusal {
  const message = 'The model is listed but unavailable at the moment; ask it later or ask another one.'
  return new Refusal('unavailable', message)
}

const WHY = 'provoked by the header x-test-fault.'

/** Applies the header `x-test-fault` of a request; refuses a malformed one. */
function applyTestHeader(call: Call, applyFault: ApplyFault): Refusal | undefined {
  const header = call.head.header('x-test-fault')
  if (header === undefined) return undefined
  const asked = readTestHeader(header)
  if (typeof asked === 'string') return unreadable(asked)
  try {
    call.behaviour = asked.faults.reduce(applyFault, call.behaviour)
  } catch (error) {
    if (error instanceof RangeError) return unreadable(error.message)
    throw error
  }
  call.disturbances = [...call.disturbances, ...asked.disturbances]
  if (asked.refusal === 'internal') return new Refusal('internal', `An internal error, ${WHY}`)
  if (asked.refusal === 'unavailable') return new Refusal('unavailable', `A dependency is unavailable, ${WHY}`)
  return undefined
}

function unreadable(problem: string): Refusal {
  const message = `The header x-test-fault cannot be followed: ${problem.replace(/\.$/, '')}.`
  return new Refusal('invalid', message, { param: 'x-test-fault' })
}
