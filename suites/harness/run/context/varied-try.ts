/**
 * Sends a request in a variation. If it fails, it is repeated without the variation, and the check judges this plain
 * request. If only the variation changed the response, the report names the values that changed it.
 */

import { type Cause, causeAmong, evidenceOf, has, isSettled, rowWith, type Unsent } from '../../explain/variation.ts'
import { entryOf, kept } from '../../http/compact.ts'
import type { Exchange, Named } from '../../http/exchange.ts'
import { type Plan, planKey } from '../../http/request.ts'
import { recognise } from '../../http/response.ts'
import { accepted, ENOUGH, isRefusedByGateway } from '../../judge/attempts.ts'
import { type Evidence, type Finding, isRefusal } from '../../judge/evidence.ts'
import { dimensionsFor, shownIn, varied } from '../../variation/apply.ts'
import { heldRefusal } from '../../variation/attribution.ts'
import { type Dimension, plainRow, type Row } from '../../variation/dimensions.ts'
import { kindFor } from '../../variation/plan.ts'
import { namedControl } from '../session/controls.ts'
import { isUnsent } from '../session/exchange-log.ts'
import type { Planned, Trial } from '../trial.ts'
import { LISTS } from './lists.ts'
import type { Sender } from './sender.ts'

interface Varied {
  /** The trial that the check continues with. */
  readonly trial: Trial
  /** Evidence about the variation, if only that made a difference. */
  readonly also?: Evidence
}

/** Plain requests in variations, cached because refusals share most of them. */
const controlsOf = kept((_: Plan) => new WeakMap<Row, Plan>())

/** A plain valid request in a variation, shared by all requests that need it as a control. */
function controlIn(context: Sender, plan: Plan, row: Row): Plan {
  const { maxTokens } = context
  const plain = context.plainControl(plan)
  return entryOf(controlsOf(plain), row, () => {
    const shown = { ...shownIn(plain, row, maxTokens), turn: 0 }
    return varied(plain, row, { salt: `${plain.operation} ${plain.stream} ${JSON.stringify(shown)}`, maxTokens })
  })
}

const plainOf = ({ name }: Planned): Named => ({ name, role: 'plain' })

/** The request in its variation. */
export function plannedIn(context: Sender, planned: Planned, row: Row): Planned {
  return { ...planned, plan: varied(planned.plan, row, { salt: planned.name, maxTokens: context.maxTokens }) }
}

/** @param row a row of the table; values that cannot occur in this request are left out */
export function tryVaried(context: Sender, planned: Planned, row: Row): Promise<Varied> {
  return isRefusal(planned.expectation) ? tryRefusal(context, planned, row) : tryValid(context, planned, row)
}

/** Whether valid requests are accepted in a variation; all variations share one request with a long text. */
async function acceptsValid(context: Sender, plan: Plan, row: Row): Promise<boolean> {
  if (row.text === 'long' && !(await acceptsControl(context, plan, { ...plainRow, text: 'long' }))) return false
  return acceptsControl(context, plan, short(row))
}

async function acceptsControl(context: Sender, plan: Plan, row: Row, isFollowUp = false): Promise<boolean> {
  const control = controlIn(context, plan, row)
  const exchange = await context.look(control, isFollowUp)
  const { variedControls } = context.session
  const [kind, response] = [context.plainControl(plan), accepted(exchange)]
  if (response === 'no') variedControls.refused({ plan: kind, row, control, exchange })
  if (response === 'yes') variedControls.accepted(kind, row)
  return response === 'yes'
}

/** Whether the request's own control is accepted in the variation: what a value changes may depend on the members. */
async function acceptsOwn(context: Sender, { name, options: { control } }: Planned, row: Row): Promise<boolean> {
  if (!control) return true
  const own = varied(control, row, { salt: name, maxTokens: context.maxTokens })
  return accepted(await context.look(own, true)) !== 'no'
}

/** The row without a long text, which costs many tokens. */
const short = (row: Row): Row => (row.text === 'long' ? { ...row, text: plainRow.text } : row)

/** If even valid requests are refused in this variation, any refusal would look right, so it is sent unvaried. */
async function tryRefusal(context: Sender, planned: Planned, row: Row): Promise<Varied> {
  const { plan, options } = planned
  // A repetition has already counted without a variation, so it needs a varied control only if it fails.
  const isMore = options.row !== undefined
  if (!isMore) {
    if (!(await acceptsValid(context, plan, row))) return { trial: await context.send(planned) }
    const plain = context.plainControl(plan)
    context.session.variations.note(kindFor(plain, { kind: 'accepted' }, context.check.covers), plain, short(row))
  }
  const { control } = options
  const isPlain = control !== undefined && planKey(control) === planKey(context.plainControl(plan))
  const ownControl = isPlain && !isMore ? controlIn(context, plan, short(row)) : control
  const inVariation = plannedIn(context, planned, row)
  const trial = await context.send({ ...inVariation, options: { ...options, control: ownControl } })
  const namesAnother = trial.findings.some(isWrongParam)
  if (!has(trial, 'fail') && !namesAnother && (trial.exchange.response || row.text !== 'long')) return { trial }
  const asked = await context.session.causes.askAgain(trial, plainOf(planned), () =>
    refusedAgain(context, planned, trial, row),
  )
  return { trial: asked ?? trial }
}

/** A gateway that refuses a value of the variation names its field, and not the faulty one. */
const isWrongParam = ({ requirement, outcome }: Finding): boolean =>
  requirement === 'error-param-names-field' && outcome === 'fail'

/** The request without its variation. */
async function plainly(context: Sender, planned: Planned): Promise<Trial> {
  const plain = await context.send({ ...planned, role: 'plain' })
  context.session.causes.confirm(plain)
  return plain
}

/** The trial to continue with if a varied request was not refused as expected. */
async function refusedAgain(context: Sender, planned: Planned, varied: Trial, row: Row): Promise<Trial> {
  const { response } = varied.exchange
  // A 200 that is not a completion may be what every request gets in this variation.
  const isLetThrough = response?.status === 200 && recognise(varied.exchange) !== undefined
  // Only these controls combine a long text with the other values of the row, or have the members of this request.
  if (
    !isLetThrough &&
    !((await acceptsControl(context, planned.plan, row, true)) && (await acceptsOwn(context, planned, row)))
  )
    return context.send({ ...planned, role: 'plain' })
  const plain = await plainly(context, planned)
  // If the budget allows no more, the attempts at the varied request decide.
  if (isUnsent(plain.exchange)) return varied
  // If the gateway does not read a long body, its early response may get lost.
  if (!response || has(plain, 'fail')) return plain
  if (isLetThrough) return varied
  const again = await context.send({ ...plannedIn(context, planned, row), role: 'again' })
  if (has(again, 'fail')) return again
  // An intermittent status may hit each attempt by chance, and one without a request id may come from an intermediary.
  // Only a refusal of the gateway itself, for the content of the request, counts.
  return isRefusedByGateway(varied.exchange) ? varied : plain
}

async function tryValid(context: Sender, planned: Planned, row: Row): Promise<Varied> {
  const trial = await context.send(plannedIn(context, planned, row))
  if (has(trial, 'pass')) context.session.variedControls.accepted(context.plainControl(planned.plan), row, planned.plan)
  if (has(trial, 'pass') || !isSettled(trial)) return { trial }
  const asked = await context.session.causes.askAgain(trial, plainOf(planned), () =>
    validAgain(context, planned, trial, row),
  )
  return asked ?? { trial }
}

/** The trial to continue with if a varied valid request was not accepted. */
async function validAgain(context: Sender, planned: Planned, varied: Trial, row: Row): Promise<Varied> {
  const { plan, title } = planned
  const plain = await plainly(context, planned)
  if (!has(plain, 'pass')) return { trial: plain }
  const { session } = context
  const { variedControls } = session
  const named = { name: planned.name, role: 'again' } as const
  const { status = 0 } = varied.exchange.response ?? {}
  const refusal = { plan, row, status }
  const { id } = session.log.nextOf(named)
  // One response of each kind may be chance: a gateway may refuse any request now and then. Another proof of the same
  // cause would show nothing new.
  const request = insisting({ ...plannedIn(context, planned, row), ...named }, varied, plan)
  let again = session.asksAgain(named, variedControls.explains(refusal)) ? await context.send(request) : undefined
  for (let turn = 2; turn <= LISTS && again && lacksModels(again); turn += 1) again = await context.send(request)
  if (!again || isUnsent(again.exchange)) {
    variedControls.leaveOpen(refusal, evidenceOf({ unsent: id }, { plan, row, plain, again: varied }))
    return { trial: plain }
  }
  if (!has(again, 'pass')) {
    const cause = await minimised(context, planned, row)
    // A wrong response with 200 may break another requirement each time.
    if ('found' in cause && status !== 200) variedControls.causedBy(refusal, cause)
    return { trial: plain, also: evidenceOf(cause, { plan, row, plain, again }) }
  }
  if (has(varied, 'fail')) return { trial: varied }
  if (!isRefusedByGateway(varied.exchange)) return { trial: plain }
  const exchanges = { exchange: varied.exchange, again: again.exchange }
  return { trial: plain, also: heldRefusal(context.check, plan, `${title}, refused once`, exchanges) }
}

/** Whether a list lacks a model, which any list may for a short time. */
const lacksModels = (trial: Trial): boolean =>
  trial.evidence.expectation.kind === 'lists' && trial.evidence.expectation.includes !== undefined && has(trial, 'fail')

/** A 403 may be about the account, unless the plain request is accepted between several of them. */
function insisting(planned: Planned, { exchange }: Trial, between: Plan): Planned {
  if (exchange.response?.status !== 403) return planned
  return { ...planned, options: { ...planned.options, retry: { retryOn: [403], attempts: ENOUGH, between } } }
}

/** Whether a value alone may be the cause, since no accepted request had it. In a replay, the record decides. */
function isSuspect(context: Sender, plan: Plan, dimension: Dimension, row: Row): boolean {
  const control = controlIn(context, plan, rowWith([dimension], row))
  const { session } = context
  const isAccepted = session.variedControls.accepts(context.plainControl(plan), dimension, row)
  return session.controls.has(control) || session.asksAgain(namedControl(control), isAccepted)
}

/** Sends requests to find out which values of a variation matter, as far as the budget allows. */
async function minimised(context: Sender, planned: Planned, row: Row): Promise<Cause | Unsent> {
  const { plan } = planned
  const worn = dimensionsFor(plan, context.maxTokens).filter((dimension) => row[dimension] !== plainRow[dimension])
  const suspects = worn.filter((dimension) => isSuspect(context, plan, dimension, row))
  const alone = new Map<Dimension, Exchange>()
  const without = new Map<Dimension, Trial>()
  for (;;) {
    const next = causeAmong(worn, { suspects, alone, without })
    if ('found' in next) return next
    let exchange: Exchange
    if ('only' in next) {
      exchange = await context.look(controlIn(context, plan, rowWith([next.only], row)), true)
      alone.set(next.only, exchange)
    } else {
      const left = plannedIn(context, planned, rowWith(next.left, row))
      const trial = await context.send({ ...left, role: `without-${next.without}` })
      without.set(next.without, trial)
      exchange = trial.exchange
    }
    if (isUnsent(exchange)) return { unsent: exchange.id }
  }
}
