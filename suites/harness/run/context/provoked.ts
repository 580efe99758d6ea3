/** States that the target file can provoke: the requests that meet them, the responses, and the wait for their end. */
import type { RequirementId } from '../../catalogue/requirements.ts'
import { type Exchange, type Header, headerValues, type Named } from '../../http/exchange.ts'
import { complete, type Plan, sentRequest } from '../../http/request.ts'
import { accepted, ENOUGH } from '../../judge/attempts.ts'
import { longestWait } from '../../target/limits.ts'
import { type State, statusOf } from '../../target/states.ts'
import type { CheckContext } from '../check-context.ts'
import { forProvoked, pauseAfter, type RetryPolicy, single, type Trial } from '../trial.ts'

/** The maximum number of requests until a limit shows: it may admit a few first. */
const BURST = 30

/** Milliseconds to add to a wait that a response names, since timers may be early. */
const MARGIN = 50

const REQUIREMENTS: Readonly<Record<State, RequirementId>> = {
  disabled: 'auth-disabled',
  limited: 'limit-429',
  unavailable: 'unavailable-503',
  internal: 'internal-500',
}

/**
 * A completion that provokes a state, as the target file says: by key, model or request headers. The key of the state
 * may belong to a project with another catalog, so the model comes from that catalog.
 */
export async function provoked(context: CheckContext, state: State, set: Record<string, unknown> = {}): Promise<Plan> {
  const { role, model, headers } = context.provocation(state)
  const plan = complete(context.body({ model: model ?? (await context.modelOf(role)), ...set }), { role })
  // Half of these requests have an id of the caller, which no response may take over.
  const id: Header = ['x-svc-request-id', `call-${state}-${context.seed.toString(16).padStart(8, '0')}`]
  return { ...plan, headers: [...plan.headers, ...headers, ...(plan.stream === (context.seed % 2 === 0) ? [id] : [])] }
}

/** Provokes a state, for a limit with repeated requests. These are not evidence yet. @returns the last trial */
export function provoke(context: CheckContext, state: State, title: string, plan: Plan): Promise<Trial> {
  const own = { silent: true, requirement: REQUIREMENTS[state] }
  // The requests that use up a limit need no variation.
  return untilMet(state, (sent) =>
    sent === 1
      ? context.state(title, plan, [statusOf[state]], own)
      : context.state(`${title}, request ${sent}`, plan, [statusOf[state]], { ...own, plainly: true }),
  )
}

/** Provokes a state again with the same plan, under a separate name, so that the next exchange is known. */
export function provokeAs(context: CheckContext, named: Named, state: State, plan: Plan): Promise<Trial> {
  const statuses = [statusOf[state]]
  const options = { retry: forProvoked(statuses, context.plainControl(plan)), isFollowUp: true } as const
  const planned = { ...named, title: state, plan, expectation: { kind: 'state', statuses }, options } as const
  return untilMet(state, () => context.send(planned))
}

async function untilMet(state: State, send: (number: number) => Promise<Trial>): Promise<Trial> {
  let trial = await send(1)
  for (let sent = 2; isAdmitted(state, trial) && sent <= BURST; sent += 1) trial = await send(sent)
  return trial
}

const isAdmitted = (state: State, { exchange }: Trial): boolean =>
  state === 'limited' && exchange.response?.status === 200

/** Whether a request got the response of its state. */
export const isMet = (state: State, { exchange: { response } }: Trial): boolean => response?.status === statusOf[state]

/** Waits until a limit that a response announced is over, if the run has the time. @param next the next request */
export async function isOver({ target, session }: CheckContext, exchange: Exchange, next: Named): Promise<boolean> {
  if (exchange.response?.status !== 429) return true
  const wait = pauseAfter(exchange, 1, single) + MARGIN
  return wait <= longestWait(target.limits) && (await session.waitForNext(next, wait, true))
}

/** A transient error is not a limit, so it is retried. Another client of the key may cause limits, but not always. */
const retry: RetryPolicy = { retryOn: [500, 503], attempts: 3, soon: true }

/** Tests whether a limit ends when Retry-After says so (7.4): reaches it, waits, and sends the request again. */
export async function waitOut(context: CheckContext): Promise<void> {
  const plan = await provoked(context, 'limited')
  const over = await provoke(context, 'limited', 'a request against the limit', plan)
  if (!isMet('limited', over)) return
  const observe = (label: string): void =>
    context.also(over, context.check.covers, { kind: 'observed', what: 'label' }, label)
  const seconds = secondsIn(over)
  if (seconds === undefined) return observe('no wait is stated')
  // A test key may always be limited: then no wait is long enough.
  if (!hasServed(context.session.exchanges, plan)) return observe('the limit was reached from the first request on')
  const name = `${context.check.id}/after-the-wait`
  const planned = { name, title: 'after the wait', plan, expectation: { kind: 'served', after: 'wait' } } as const
  let last: Trial = over
  for (let waits = 0; waits < ENOUGH && isMet('limited', last); waits += 1) {
    if (!(await isOver(context, last.exchange, planned))) break
    last = await context.send({ ...planned, options: { retry } })
  }
  if (last === over) observe(`the wait of ${seconds} s is too long for a run`)
  else context.evidence.push(last.evidence)
}

/** Whether the same request was served before, in any variation. */
function hasServed(exchanges: readonly Exchange[], plan: Plan): boolean {
  const written = ([name, value]: Header): string => `${name.toLowerCase()}: ${value}`
  const wanted = sentRequest(plan)
    .headers.filter(([name]) => name !== 'content-type')
    .map(written)
  return exchanges.some((exchange) => {
    const headers = exchange.request.headers.map(written)
    const isSuch = exchange.request.model === plan.model && wanted.every((header) => headers.includes(header))
    return isSuch && accepted(exchange) === 'yes'
  })
}

function secondsIn({ exchange: { response } }: Trial): number | undefined {
  const [value, ...more] = response ? headerValues(response, 'retry-after') : []
  return value !== undefined && more.length === 0 && /^0*[1-9]\d*$/.test(value.trim()) ? Number(value) : undefined
}
