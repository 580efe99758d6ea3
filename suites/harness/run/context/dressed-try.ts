/**
 * A request in the dress of some caller. What fails in it is asked again plainly: the check then speaks of the plain
 * request, and what the dress alone has changed is told with the values that did it.
 */
import type { RequirementId } from '../../catalogue/requirements.ts'
import type { Exchange } from '../../http/exchange.ts'
import { type Plan, planKey } from '../../http/request.ts'
import type { Evidence } from '../../judge/evidence.ts'
import { accepted } from '../../judge/judgement.ts'
import { ENOUGH, isRefusedByGateway } from '../../judge/tries.ts'
import { blamedFor, formOf, heldRefusal } from '../../space/blame.ts'
import { type Dimension, plainRow, type Row, valueName } from '../../space/dimensions.ts'
import { dimensionsFor, dressed, shownIn } from '../../space/dress.ts'
import type { RefusedControl } from '../../space/dressing.ts'
import type { CheckName, Due, Trial } from '../trial.ts'

/** What is needed of a check context. */
interface Asker {
  readonly check: CheckName
  /** The limit of plain requests. */
  readonly maxTokens: number
  send(due: Due): Promise<Trial>
  /** A request that is sent once a run. */
  look(plan: Plan): Promise<Exchange>
  /** Takes note of a valid request that was accepted in a dress. */
  met(plan: Plan, row: Row): void
  /** Takes note of a plain valid request that was refused in a dress. */
  refused(control: RefusedControl): void
  /** The plain valid request of the same kind: the same plan each time. */
  plainTwin(plan: Plan): Plan
}

export interface Dressed {
  /** What the check goes on with. */
  readonly trial: Trial
  /** Evidence about the dress. */
  readonly also: readonly Evidence[]
}

/** What makes the difference. */
interface Cause {
  readonly found: readonly Dimension[]
  /** The plain request is refused for it as well; otherwise it needs something of this one. */
  readonly alone: boolean
}

/** Plain requests in dresses: nearly every refusal asks for one that another one has asked for. */
const twins = new WeakMap<Plan, WeakMap<Row, Plan>>()

/** A plain valid request in a dress: the same for all that ask for it. */
function twinIn(context: Asker, plan: Plan, row: Row): Plan {
  const { maxTokens } = context
  const plain = context.plainTwin(plan)
  const known = twins.get(plain) ?? new WeakMap<Row, Plan>()
  twins.set(plain, known)
  const salt = (): string =>
    `${plain.operation} ${plain.stream} ${JSON.stringify({ ...shownIn(plain, row, maxTokens), turn: 0 })}`
  const twin = known.get(row) ?? dressed(plain, row, { salt: salt(), maxTokens })
  known.set(row, twin)
  return twin
}

/** The request in its dress. */
export function dueIn(context: Pick<Asker, 'maxTokens'>, due: Due, row: Row): Due {
  return { ...due, plan: dressed(due.plan, row, { salt: due.name, maxTokens: context.maxTokens }) }
}

function hasFailed({ evidence, findings }: Trial): boolean {
  return findings.some(({ requirement, outcome }) => requirement === evidence.requirement && outcome === 'fail')
}

function hasPassed({ evidence, findings }: Trial): boolean {
  return findings.some(({ requirement, outcome }) => requirement === evidence.requirement && outcome === 'pass')
}

/** @param row as the table has it; what cannot show in this request is left out */
export function tryDressed(context: Asker, due: Due, row: Row): Promise<Dressed> {
  const { kind } = due.expectation
  const isRefusal = kind === 'rejected' || kind === 'denied' || kind === 'state'
  return isRefusal ? tryRefusal(context, due, row) : tryValid(context, due, row)
}

/** Whether valid requests are accepted in a dress; those with a long text are the same for all dresses. */
async function acceptsValid(context: Asker, plan: Plan, row: Row): Promise<boolean> {
  if (row.text === 'long' && !(await acceptsTwin(context, plan, { ...plainRow, text: 'long' }))) return false
  return acceptsTwin(context, plan, short(row))
}

async function acceptsTwin(context: Asker, plan: Plan, row: Row): Promise<boolean> {
  const twin = twinIn(context, plan, row)
  const exchange = await context.look(twin)
  if (accepted(exchange) === 'no') context.refused({ plan: context.plainTwin(plan), row, twin, exchange })
  return accepted(exchange) === 'yes'
}

/** The row without a text that costs much. */
const short = (row: Row): Row => (row.text === 'long' ? { ...row, text: plainRow.text } : row)

/** A dress that is refused as such would make every refusal look right: then the request goes out plainly. */
async function tryRefusal(context: Asker, due: Due, row: Row): Promise<Dressed> {
  const { plan, name, options } = due
  // What is asked once more has counted plainly: there only what goes wrong needs a valid request beside it.
  const isMore = options.row !== undefined
  if (!isMore) {
    if (!(await acceptsValid(context, plan, row))) return { trial: await context.send(due), also: [] }
    context.met(context.plainTwin(plan), short(row))
  }
  const { control } = options
  const isPlain = control !== undefined && planKey(control) === planKey(context.plainTwin(plan))
  const twin = isPlain && !isMore ? twinIn(context, plan, short(row)) : control
  const inDress = dueIn(context, due, row)
  const trial = await context.send({ ...inDress, options: { ...options, control: twin } })
  if (!hasFailed(trial) && (trial.exchange.answer || row.text !== 'long')) return { trial, also: [] }
  const isLetThrough = trial.exchange.answer?.status === 200
  if (isMore && !isLetThrough && !(await acceptsValid(context, plan, row)))
    return { trial: await context.send({ ...due, name: `${name}/plain` }), also: [] }
  const plainly = await context.send({ ...due, name: `${name}/plain` })
  // Where the budget allows no more, what each try of the dressed request has shown counts.
  if (plainly.exchange.failure?.stage === 'budget') return { trial, also: [] }
  // A long body that nobody takes off the line may cost an early answer.
  if (!trial.exchange.answer) return { trial: plainly, also: [] }
  if (hasFailed(plainly) || isLetThrough) return { trial: hasFailed(plainly) ? plainly : trial, also: [] }
  const again = await context.send({ ...inDress, name: `${name}/again` })
  if (hasFailed(again)) return { trial: again, also: [] }
  // A status that comes now and then may have come to every try by chance, and one without a request id may be of
  // something in between. What the gateway itself has said to the request counts.
  return { trial: isRefusedByGateway(trial.exchange) ? trial : plainly, also: [] }
}

async function tryValid(context: Asker, due: Due, row: Row): Promise<Dressed> {
  const { name, plan } = due
  const inDress = dueIn(context, due, row)
  const trial = await context.send(inDress)
  if (hasPassed(trial) || !isSettled(trial)) return { trial, also: [] }
  const plainly = await context.send({ ...due, name: `${name}/plain` })
  if (!hasPassed(plainly)) return { trial: plainly, also: [] }
  // Once each may be chance: a gateway may refuse now and then, whatever it is asked.
  const again = await context.send(insisting({ ...inDress, name: `${name}/again` }, trial, plan))
  const plainAgain = await context.send({ ...due, name: `${name}/plain` })
  if (hasPassed(again))
    return { trial: hasFailed(trial) ? trial : plainly, also: refusedOnce(context, due, trial, again) }
  if (!hasPassed(plainAgain)) return { trial: hasFailed(trial) ? trial : plainly, also: [] }
  const { found, alone } = await minimised(context, due, row)
  const only = found.map((dimension) => valueName(dimension, rowWith(found, row))).join(' + ')
  const evidence: Evidence = {
    check: context.check.id,
    requirement: blamed(due, { found, alone }, row, again),
    title: `${due.title}, only with ${only}`,
    exchange: again.exchange.id,
    expectation: again.exchange.answer?.status === 200 ? due.expectation : { kind: 'accepted' },
    control: plainAgain.exchange.id,
    only,
  }
  return { trial: plainly, also: [evidence] }
}

/** One request, refused by the gateway and then accepted, without a reason that passes: the first answer is a breach. */
function refusedOnce(context: Asker, { title, plan }: Due, trial: Trial, again: Trial): readonly Evidence[] {
  if (hasFailed(trial) || !isRefusedByGateway(trial.exchange)) return []
  return [
    heldRefusal(context.check, plan, `${title}, refused once`, { exchange: trial.exchange, again: again.exchange }),
  ]
}

/** A 403 may be a matter of the account: it is not where the plain request is accepted between several of them. */
function insisting(due: Due, { exchange }: Trial, between: Plan): Due {
  if (exchange.answer?.status !== 403) return due
  return { ...due, options: { ...due.options, patience: { retryOn: [403], tries: ENOUGH, between } } }
}

/** Whether an answer came that says something: trouble on the way is no matter of the dress. */
function isSettled({ evidence, findings, exchange }: Trial): boolean {
  if (exchange.answer?.status === 403) return true
  return (
    exchange.answer !== undefined &&
    findings.some(
      ({ requirement, outcome }) =>
        requirement === evidence.requirement && (outcome === 'fail' || outcome === 'not-evidenced'),
    )
  )
}

/** A refusal is held against the values that it needs; another form of body against what asks for that form. */
function blamed({ plan }: Due, { found, alone }: Cause, row: Row, { exchange }: Trial): RequirementId {
  const form = formOf(plan)
  const status = exchange.answer?.status
  if (status === 200) return found.includes('stream') ? 'request-stream-false' : form
  return status === 413 ? 'request-size-accepted' : blamedFor(found, row, { form, alone })
}

/** A row with the values of some dimensions, and plain ones elsewhere. */
function rowWith(names: readonly Dimension[], row: Row): Row {
  return { ...plainRow, turn: row.turn, ...Object.fromEntries(names.map((name) => [name, row[name]])) }
}

/** The dimensions that matter: one that spoils the plain request alone, or what is left when none can be dropped. */
async function minimised(context: Asker, due: Due, row: Row): Promise<Cause> {
  const { plan, name } = due
  const worn = dimensionsFor(plan, context.maxTokens).filter((dimension) => row[dimension] !== plainRow[dimension])
  for (const dimension of worn) {
    const twin = await context.look(twinIn(context, plan, rowWith([dimension], row)))
    if (accepted(twin) === 'no' || twin.answer?.status === 403) return { found: [dimension], alone: true }
  }
  let left = worn
  for (const dimension of worn) {
    const fewer = left.filter((other) => other !== dimension)
    const trial = await context.send({
      ...dueIn(context, due, rowWith(fewer, row)),
      name: `${name}/without-${dimension}`,
    })
    if (fewer.length > 0 && isSettled(trial)) left = fewer
  }
  return { found: left, alone: false }
}
