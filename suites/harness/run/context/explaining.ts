/** Sends failed requests again, to find out what explains their failures. */
import type { Condition } from '../../explain/conditions.ts'
import { type ConnectionDoubt, connectionDoubtsIn } from '../../explain/connections.ts'
import { conditionsToTest, type Doubt, doubtsIn, openFindings } from '../../explain/questions.ts'
import { ORDER, type Outcome, Responses, type Template } from '../../explain/responses.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Plan } from '../../http/request.ts'
import { byName, type Evidence, OUTCOME, type Repetition, type Transcript } from '../../judge/evidence.ts'
import { plainIn } from '../../variation/apply.ts'
import type { CheckContext } from '../check-context.ts'
import type { Session } from '../session/session.ts'
import { forValid, once, type RetryPolicy, retryFor, single } from '../trial.ts'

/** Without an expectation of a check, each response counts. A 429 counts only if the failure itself was a 429. */
function anyResponse({ response }: Exchange): RetryPolicy {
  return response?.status === 429 ? once : { retryOn: [429], attempts: 3 }
}

/** How often to repeat a failure that may be steady. A failure of 1 in 10 requests repeats 3 times once in 1,000. */
const REPEATS = 3

/** Tests the suspected connections and conditions of failures, and repeats failures that nothing explains. */
export async function explainFailures(context: CheckContext): Promise<void> {
  context.evidence.push(...context.session.variedControls.unexplained())
  const transcript = transcriptOf(context.session)
  const findings = openFindings(transcript)
  if (!findings.some(({ outcome }) => outcome === 'fail')) return
  const repeater = new Repeater(context, transcript)
  const connections = connectionDoubtsIn(findings, transcript)
  const mixed = new Set<string>()
  for (const doubts of connections) for (const id of await repeater.testConnections(doubts)) mixed.add(id)
  const confirmed: Condition[] = []
  for (const condition of conditionsToTest(findings, transcript, connections.length))
    if (await repeater.test(condition)) confirmed.push(condition)
  for (const doubt of doubtsIn(findings, transcript, confirmed, mixed)) await repeater.repeat(doubt)
}

/** The run so far, without the evidence of unfinished checks. */
function transcriptOf({ exchanges, evidence }: Session): Transcript {
  const byId = (a: Exchange, b: Exchange): number => (a.id < b.id ? -1 : 1)
  return { exchanges: exchanges.toSorted(byId), evidence: evidence.toSorted(byName), remarks: [] }
}

/** A failed request that can be sent again. */
interface Failure {
  readonly exchange: Exchange
  readonly plan: Plan
  readonly template: Template
}

class Repeater {
  readonly #context: CheckContext
  readonly #responses: Responses

  constructor(context: CheckContext, { exchanges, evidence }: Transcript) {
    this.#context = context
    this.#responses = new Responses(exchanges, evidence)
  }

  /** Sends pairs until one of them disagrees. @returns whether all agree */
  async test({ requirement, only, dimensions, failed, held }: Condition): Promise<boolean> {
    const failures = this.#sendable(requirement, failed, 'shows')
    const others = this.#sendable(requirement, held, 'holds')
    for (const [at, isWith] of ORDER.entries()) {
      const pair = at >> 1
      const failure = failures[pair % failures.length]
      if (!failure || !(await this.#context.drawsAgain('to explain', ORDER.length - at))) return false
      const other = others[pair % others.length]
      const plan = isWith ? failure.plan : (plainIn(failure.plan, dimensions) ?? other?.plan)
      if (!plan) return false
      const sent = { plan, template: failure.template }
      const repeats = { side: isWith ? 'with' : 'without', of: failure.exchange.id, only } as const
      if ((await this.#send(requirement, sent, failure, repeats)) !== (isWith ? 'shows' : 'holds')) return false
    }
    return true
  }

  /**
   * Sends a request alone and after its predecessor, each time on a new connection, until a response disagrees. Then it
   * tests the next doubt of the kind. Once all responses agree, it sends one pair for each other doubt.
   *
   * @returns failures whose requests got a correct response at least once
   */
  async testConnections(doubts: readonly ConnectionDoubt[]): Promise<string[]> {
    const held: string[] = []
    let isShown = false
    for (const doubt of doubts) {
      const agrees = await this.#agreesOnConnections(doubt, isShown ? ORDER.slice(0, 2) : ORDER, held)
      isShown ||= agrees
    }
    return held
  }

  async #agreesOnConnections(
    { requirement, exchange, before }: ConnectionDoubt,
    order: readonly boolean[],
    held: string[],
  ): Promise<boolean> {
    const [failure] = this.#sendable(requirement, [exchange], 'shows')
    const first = this.#context.session.log.plans.get(before)
    if (!failure || !first || first.hangUp) return false
    for (const [at, isAlone] of order.entries()) {
      if (!(await this.#context.drawsAgain('to explain', order.length - at))) return false
      const fresh = isAlone || `${exchange} ${requirement} ${at}`
      if (!isAlone) {
        const options = { retry: single, requirement }
        const title = titleOf({ requirement, before })
        await this.#context.verbatim(title, { ...first, fresh }, OUTCOME, options, 'before')
      }
      const sent = { plan: { ...failure.plan, fresh }, template: failure.template }
      const repeats = { side: isAlone ? 'without' : 'with', of: exchange, before } as const
      const outcome = await this.#send(requirement, sent, failure, repeats)
      if (outcome === 'holds') held.push(exchange)
      if (outcome !== (isAlone ? 'holds' : 'shows')) return false
    }
    return true
  }

  /** Sends failed requests again until one of them gets a correct response. */
  async repeat(doubt: Doubt): Promise<void> {
    const failures = doubt.flatMap(({ requirement, exchange }) =>
      this.#sendable(requirement, [exchange], 'shows').map((each) => ({ ...each, requirement })),
    )
    for (let turn = 0; turn < REPEATS; turn += 1) {
      const failure = failures[turn % failures.length]
      if (!failure || !(await this.#context.drawsAgain('to explain', REPEATS - turn))) return
      const repeats = { side: 'repeat', of: failure.exchange.id } as const
      if ((await this.#send(failure.requirement, failure, failure, repeats)) === 'holds') return
    }
  }

  /** Requests whose responses can be judged alone, and whose client does not disconnect before the response. */
  #sendable(requirement: Evidence['requirement'], ids: readonly string[], expected: Outcome): Failure[] {
    return ids.flatMap((id) => {
      const [exchange, plan] = [this.#responses.byId.get(id), this.#context.session.log.plans.get(id)]
      if (!exchange || !plan || plan.hangUp) return []
      const template = this.#responses.template(id, requirement)
      const outcome = this.#responses.outcome(requirement, template, exchange, exchange)
      return outcome === expected || (expected === 'holds' && outcome !== 'shows') ? [{ exchange, plan, template }] : []
    })
  }

  async #send(
    requirement: Evidence['requirement'],
    { plan, template }: Pick<Failure, 'plan' | 'template'>,
    { exchange: reference }: Failure,
    repeats: Repetition,
  ): Promise<Outcome> {
    const context = this.#context
    const { session } = context
    const { expectation = OUTCOME, control } = template ?? {}
    const title = titleOf({ requirement, ...repeats })
    const retry = repeats.before
      ? single
      : template
        ? retryFor(expectation, () => session.log.plans.get(control ?? '') ?? context.plain(), forValid)
        : anyResponse(reference)
    const { exchange } = await context.verbatim(title, plan, expectation, { retry, requirement }, repeats.side)
    const isInvariant = template === undefined
    context.evidence.push({
      check: context.check.id,
      requirement,
      title,
      exchange: exchange.id,
      expectation,
      ...(control === undefined ? {} : { control }),
      repeats: isInvariant ? { ...repeats, isInvariant } : repeats,
    })
    return new Responses(transcriptOf(session).exchanges).outcome(requirement, template, exchange, reference)
  }
}

type Named = Pick<Repetition, 'only' | 'before'> & Pick<Evidence, 'requirement'>

const titleOf = ({ requirement, only, before }: Named): string =>
  `${requirement} ${only ?? (before ? 'on a new connection' : 'once more')}`
