/**
 * Which wrong answers a run has confirmed so often that it does not ask about them again: the same status in the same
 * situation, shown by requests that were repeated. The verdict needs no further ones, and another fault needs the budget.
 */
import type { RequirementId } from '../../catalogue/requirements.ts'
import type { Exchange } from '../../http/exchange.ts'
import { ENOUGH } from '../../judge/attempts.ts'
import type { Expectation } from '../../judge/evidence.ts'

/** Requests at the same time that find out whether one server error comes each time: the others wait for what they find. */
const AT_ONCE = 2

/** Expectations of requests that are to be refused, whatever the gateway is like. */
const TO_REFUSE: readonly Expectation['kind'][] = ['rejected', 'denied', 'stray']

export class ConfirmedCauses {
  /** Confirmations of each cause, by requirement. */
  readonly #confirmed = new Map<string, Map<RequirementId, number>>()
  /** Requirements that each cause has failed, in every attempt of one request. */
  readonly #steady = new Map<string, Set<RequirementId>>()
  readonly #turns = new Map<string, Turns>()

  /** Takes note of a wrong answer that a repeated request got as well. */
  note(cause: string, requirement: RequirementId): void {
    const byRequirement = this.#confirmed.get(cause) ?? new Map<RequirementId, number>()
    this.#confirmed.set(cause, byRequirement.set(requirement, (byRequirement.get(requirement) ?? 0) + 1))
  }

  /** Whether it was confirmed on enough requirements, or often enough on this one. */
  isSettled(cause: string, requirement: RequirementId): boolean {
    const byRequirement = this.#confirmed.get(cause)
    return (byRequirement?.size ?? 0) >= ENOUGH || (byRequirement?.get(requirement) ?? 0) >= ENOUGH
  }

  /** Whether a repeated request has shown that this requirement fails by it. */
  isConfirmedFor(cause: string, requirement: RequirementId): boolean {
    return this.#confirmed.get(cause)?.has(requirement) === true
  }

  /** Takes note of a requirement that every attempt of a request has failed: that confirms the cause as well. */
  noteSteady(cause: string, requirement: RequirementId): void {
    this.note(cause, requirement)
    this.#steady.set(cause, (this.#steady.get(cause) ?? new Set()).add(requirement))
  }

  /** Whether this requirement has failed by it already, so that one more attempt changes no verdict. */
  isSettledFor(cause: string, requirement: RequirementId): boolean {
    return this.isSettled(cause, requirement) && this.#steady.get(cause)?.has(requirement) === true
  }

  /**
   * Runs what finds out about a cause when a few others have: by then it may be settled.
   *
   * @param requirement for which it finds out; two requests of one requirement would find out the same
   */
  inTurn<T>(cause: string, work: () => Promise<T>, requirement?: RequirementId): Promise<T> {
    const ofCause = (): Promise<T> => this.#turnsOf(cause, AT_ONCE).take(work)
    return requirement ? this.#turnsOf(`${cause}, ${requirement}`, 1).take(ofCause) : ofCause()
  }

  #turnsOf(name: string, atOnce: number): Turns {
    const turns = this.#turns.get(name) ?? new Turns(atOnce)
    this.#turns.set(name, turns)
    return turns
  }
}

/** Lets a few pieces of work run at the same time, in the order in which they were given. */
class Turns {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((go) => this.#waiting.push(go))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

/** What went wrong, as a name: the expected and the received status. */
export function causeOf(expectation: Expectation, { answer, request }: Exchange): string {
  const { kind } = expectation
  // A gateway that fails where it should refuse does so whatever is wrong with the request.
  if (answer && answer.status >= 500 && TO_REFUSE.includes(kind)) return `refused with ${answer.status}`
  const expected = kind === 'rejected' || kind === 'state' ? expectation.statuses.join(' or ') : ''
  const form = kind === 'accepted' && (expectation.as ?? expectation.not)
  return `${request.operation}: ${kind} ${form || expected}, got ${answer?.status ?? 'no answer'}`
}
