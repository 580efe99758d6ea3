/**
 * The effect of a provoked state on the next caller. Limits and access are separate for each project, and a failed
 * request does not affect others. So a valid request with another key, right after the state, gets its usual response.
 */
import { identityOf, type Named } from '../../http/exchange.ts'
import type { KeyRole } from '../../http/key-forms.ts'
import { complete, type Kind, listModels, type Plan } from '../../http/request.ts'
import { accepted, ENOUGH } from '../../judge/attempts.ts'
import type { Evidence } from '../../judge/evidence.ts'
import type { State } from '../../target/states.ts'
import type { CheckContext } from '../check-context.ts'
import { single, type Trial } from '../trial.ts'
import { isMet, isOver, provoke, provokeAs, provoked } from './provoked.ts'

/** The request that meets a state, and one valid request for each key that the state does not affect. */
interface Place {
  readonly state: State
  readonly provoking: Plan
  readonly nexts: readonly [Plan, ...Plan[]]
}

/**
 * Milliseconds before the last repetition after an error. Backends that models share may all refuse for a short time
 * (4.2). Leftover state of an earlier request does not end by itself.
 */
const PAUSE = 2000

const isServed = ({ exchange }: Trial): boolean => accepted(exchange) === 'yes'

/**
 * Provokes a state with a completion and with a stream, and sends a valid request after each.
 *
 * @param kinds the kinds of request after the completion, and after the stream
 */
export async function askAfter(context: CheckContext, state: State, kinds: readonly [Kind, Kind]): Promise<void> {
  const roles = otherRoles(context, state)
  for (const [at, kind] of kinds.entries()) {
    const [next, ...more] = await Promise.all(roles.map((role) => validOf(context, role, kind)))
    // A request that is always refused is refused after a state as well.
    if (!next || accepted(await context.look(next)) !== 'yes') return
    const provoking = await provoked(context, state, at === 0 ? {} : { stream: true })
    const met = await provoke(context, state, `${state}, before a ${kind}`, provoking)
    if (met.findings.some(({ outcome }) => outcome === 'pass' || outcome === 'fail'))
      context.evidence.push(met.evidence)
    if (!isMet(state, met)) return
    const title = `a ${kind} after ${state}`
    const options = { retry: single, asIs: true, silent: true } as const
    const trial = await context.try(title, next, { kind: 'served', after: 'state' }, options)
    const place = { state, provoking, nexts: [next, ...more] } as const
    context.evidence.push(isServed(trial) ? trial.evidence : await askAgain(context, trial.evidence, place))
  }
}

const isError = (state: State): boolean => state === 'internal' || state === 'unavailable'

/** Keys other than the one that meets the state. Without one, the valid key can still show an error that persists. */
function otherRoles(context: CheckContext, state: State): readonly KeyRole[] {
  const { keys } = context.target
  const own = keys[context.provocation(state).role]
  const others = (['valid', 'second'] as const).filter((role) => keys[role] !== undefined && keys[role] !== own)
  return others.length === 0 && isError(state) ? ['valid'] : others
}

async function validOf(context: CheckContext, role: KeyRole, kind: Kind): Promise<Plan> {
  if (kind === 'list') return listModels({ role })
  const { foreign } = context.target.models
  const model = role === 'second' && foreign !== undefined ? foreign : await context.modelOf(role)
  return complete({ ...context.body(kind === 'stream' ? { stream: true } : {}), model }, { role })
}

/**
 * One failure may be chance, so the sequence is repeated. A limit on all requests together would refuse the second of
 * any two, so the valid request is also sent twice without the state. Keys take turns, in case the target file is wrong
 * and the first key shares its project with the key that met the state.
 */
async function askAgain(context: CheckContext, first: Evidence, { state, provoking, nexts }: Place): Promise<Evidence> {
  const { name } = identityOf(first.exchange)
  const again: Named = { name, role: 'again' }
  const between: Named = { ...again, between: true }
  const stateAgain: Named = { name, role: 'again/state' }
  const { title, requirement, expectation } = first
  const options = { requirement, retry: single, isFollowUp: true } as const
  const ask = (named: Named, plan: Plan): Promise<Trial> =>
    context.send({ ...named, title, plan, expectation, options })
  let evidence = first
  for (let round = 0; round < ENOUGH; round += 1) {
    const plan = nexts[round % nexts.length] as Plan
    if (!isMet(state, await provokeAs(context, stateAgain, state, provoking))) break
    const isLast = round === ENOUGH - 1
    if (isLast && isError(state) && !(await context.session.waitForNext(again, PAUSE, false))) break
    const trial = await ask(again, plan)
    // A response to another key says nothing about the first key.
    if (plan === nexts[0] || !isServed(trial)) evidence = trial.evidence
    if (isServed(trial) || isLast) break
    if (!(await isOver(context, trial.exchange, between))) break
    if (!isServed(await ask(between, plan)) || !isServed(await ask(between, plan))) break
    if (!(await isOver(context, trial.exchange, stateAgain))) break
  }
  return evidence
}
