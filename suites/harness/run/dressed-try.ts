/**
 * A request in the dress of some caller. What fails in it is asked again plainly: the check then speaks of the plain
 * request, and what the dress alone has changed is told with the values that did it.
 */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Plan, planKey } from '../http/request.ts'
import type { Evidence } from '../judge/evidence.ts'
import { accepted } from '../judge/judgement.ts'
import { type Dimension, plainRow, type Row, valueName } from '../space/dimensions.ts'
import { dimensionsFor, dressed, shownIn } from '../space/dress.ts'
import type { CheckName, Due, Trial } from './trial.ts'

/** What is needed of a check context. */
interface Asker {
  readonly check: CheckName
  send(due: Due): Promise<Trial>
  /** A request that is sent once a run. */
  look(plan: Plan): Promise<Exchange>
  /** Takes note of a valid request that was accepted in a dress. */
  met(plan: Plan, row: Row): void
  /** The plain valid request of the same kind: the same plan each time. */
  plainTwin(plan: Plan): Plan
}

interface Dressed {
  /** What the check goes on with. */
  readonly trial: Trial
  /** Evidence about the dress. */
  readonly also: readonly Evidence[]
}

/** Plain requests in dresses: nearly every refusal asks for one that another one has asked for. */
const twins = new WeakMap<Plan, WeakMap<Row, Plan>>()

/** A plain valid request in a dress: the same for all that ask for it. */
function twinIn(context: Asker, plan: Plan, row: Row): Plan {
  const plain = context.plainTwin(plan)
  const known = twins.get(plain) ?? new WeakMap<Row, Plan>()
  twins.set(plain, known)
  const salt = (): string => `${plain.operation} ${plain.stream} ${JSON.stringify(shownIn(plain, row))}`
  const twin = known.get(row) ?? dressed(plain, row, salt())
  known.set(row, twin)
  return twin
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

/** A dress that is refused as such would make every refusal look right: then the request goes out plainly. */
async function tryRefusal(context: Asker, due: Due, row: Row): Promise<Dressed> {
  const { plan, name, options } = due
  const twin = twinIn(context, plan, row)
  if (accepted(await context.look(twin)) !== 'yes') return { trial: await context.send(due), also: [] }
  context.met(twin, row)
  const { control } = options
  const isPlain = control !== undefined && planKey(control) === planKey(context.plainTwin(plan))
  const trial = await context.send({
    ...due,
    plan: dressed(plan, row, name),
    options: { ...options, control: isPlain ? twin : control },
  })
  if (!hasFailed(trial)) return { trial, also: [] }
  const plainly = await context.send({ ...due, name: `${name}/plain` })
  // Where the budget allows no more, what each try of the dressed request has shown counts.
  if (plainly.exchange.failure?.stage === 'budget') return { trial, also: [] }
  // What was let through once was let through; another status once may be chance, and is judged as every answer is.
  if (hasFailed(plainly) || trial.exchange.answer?.status === 200)
    return { trial: hasFailed(plainly) ? plainly : trial, also: [] }
  const again = await context.send({ ...due, name: `${name}/again`, plan: dressed(plan, row, name) })
  return { trial: hasFailed(again) ? again : plainly, also: [] }
}

async function tryValid(context: Asker, due: Due, row: Row): Promise<Dressed> {
  const { name, plan } = due
  const trial = await context.send({ ...due, plan: dressed(plan, row, name) })
  if (hasPassed(trial) || !isSettled(trial)) return { trial, also: [] }
  const plainly = await context.send({ ...due, name: `${name}/plain` })
  if (!hasPassed(plainly)) return { trial: plainly, also: [] }
  // Once each may be chance: a gateway may refuse now and then, whatever it is asked.
  const again = await context.send({ ...due, name: `${name}/again`, plan: dressed(plan, row, name) })
  const plainAgain = await context.send({ ...due, name: `${name}/plain` })
  if (hasPassed(again) || !hasPassed(plainAgain)) return { trial: hasFailed(trial) ? trial : plainly, also: [] }
  const found = await minimised(context, due, row)
  const only = found.map((dimension) => valueName(dimension, rowWith(found, row))).join(' + ')
  const requirement = blamed(due, found, again)
  const evidence: Evidence = {
    check: context.check.id,
    requirement,
    title: `${due.title}, only with ${only}`,
    exchange: again.exchange.id,
    expectation: requirement === 'client-headers-tolerated' ? { kind: 'accepted' } : due.expectation,
    control: plainAgain.exchange.id,
  }
  return { trial: plainly, also: [evidence] }
}

/** Whether an answer came that says something: trouble on the way is no matter of the dress. */
function isSettled({ evidence, findings, exchange }: Trial): boolean {
  return (
    exchange.answer !== undefined &&
    findings.some(
      ({ requirement, outcome }) =>
        requirement === evidence.requirement && (outcome === 'fail' || outcome === 'not-evidenced'),
    )
  )
}

/** A refusal is held against headers; another form of body against what asks for that form. */
function blamed({ plan }: Due, found: readonly Dimension[], { exchange }: Trial): RequirementId {
  const form: RequirementId =
    plan.operation === 'models' ? 'models-list' : plan.stream ? 'stream-started' : 'completion-json'
  if (exchange.answer?.status === 200) return form
  return found.every((dimension) => dimension === 'writing') ? form : 'client-headers-tolerated'
}

/** A row with the values of some dimensions, and plain ones elsewhere. */
function rowWith(names: readonly Dimension[], row: Row): Row {
  return { ...plainRow, ...Object.fromEntries(names.map((name) => [name, row[name]])) }
}

/** The dimensions that matter: one that spoils the plain request alone, or what is left when none can be dropped. */
async function minimised(context: Asker, due: Due, row: Row): Promise<readonly Dimension[]> {
  const { plan, name } = due
  const worn = dimensionsFor(plan).filter((dimension) => row[dimension] !== plainRow[dimension])
  for (const dimension of worn) {
    const twin = await context.look(twinIn(context, plan, rowWith([dimension], row)))
    if (accepted(twin) === 'no') return [dimension]
  }
  let left = worn
  for (const dimension of worn) {
    const fewer = left.filter((other) => other !== dimension)
    const trial = await context.send({
      ...due,
      name: `${name}/without-${dimension}`,
      plan: dressed(plan, rowWith(fewer, row), `${name} ${dimension}`),
    })
    if (fewer.length > 0 && isSettled(trial)) left = fewer
  }
  return left
}
