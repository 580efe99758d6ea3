/** Decides which requests of one check are varied, as if a real client sent them, and how. */
import { kindOf } from '../../http/request.ts'
import type { Expectation } from '../../judge/evidence.ts'
import { names } from '../../text/names.ts'
import { canVary } from '../../variation/apply.ts'
import type { Row } from '../../variation/dimensions.ts'
import { kindFor, lengthened } from '../../variation/plan.ts'
import type { Planned } from '../trial.ts'
import type { Sender } from './sender.ts'

/** Expectations whose requests may be varied, because nothing else about the requests is special. */
const VARIED: readonly Expectation['kind'][] = names('accepted rejected denied callable lists state served')

/** Gives the variation of a request, by its position in the check; undefined if it is sent unchanged. */
export function rowChooser({ check, session: { variations }, maxTokens }: Sender) {
  /** Requests that got a variation so far, and those that got one of the shared rows. */
  let [varied, sharing] = [0, 0]
  /** Whether a request that has to be refused already has a long text. One per check is enough; it costs no tokens. */
  let hasLong = false
  return ({ name, title, plan, expectation, options }: Planned): Row | undefined => {
    const { shared = false, plainly = false, asIs = false, control, requirement = check.covers, own } = options
    if (shared || plainly || !VARIED.includes(expectation.kind) || !canVary(plan, own)) return undefined
    const sharesRows = expectation.kind === 'rejected' && kindOf(plan) !== 'completion'
    const next = sharesRows ? variations.sharedRow(check.id, sharing++, plan) : variations.rowFor(check.id, varied++)
    const long = next && !hasLong ? lengthened(plan, expectation, next, maxTokens) : undefined
    hasLong ||= long !== undefined
    const row = long ?? next
    if (!row) return undefined
    // A request that depends on its predecessor differs when it is sent alone. Two faults are not a separate kind. A
    // listed model may be unavailable, and each variation would cost a wait.
    const isSample = !asIs && requirement !== 'status-order' && expectation.kind !== 'callable'
    const sample = isSample ? { name, title, plan, expectation, requirement, control, own } : undefined
    // A limit admits a few requests first: only a response shows that the state was reached.
    const met = expectation.kind === 'state' ? undefined : row
    variations.note(kindFor(plan, expectation, requirement), plan, met, sample)
    return row
  }
}
