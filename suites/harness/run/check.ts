/** A check: one requirement, a title, and what to do with a target. Declared as data, run by either driver. */
import type { Profile } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Need } from '../target/states.ts'
import type { CheckContext } from './check-context.ts'

export type CheckKind = 'scenario' | 'property' | 'observation'

export interface Check {
  /** Unique and stable: the requirement's id, and a suffix if the requirement has several checks. */
  readonly id: string
  /** The suite that it belongs to: the name of its file. */
  readonly suite: string
  /** Id of the one requirement that it covers. */
  readonly covers: RequirementId
  readonly title: string
  readonly kind: CheckKind
  /** The smallest profile that runs it. */
  readonly profile: Profile
  readonly needs: readonly Need[]
  /** It works without a callable model. */
  readonly modelless: boolean
  /** Runs while no other request is in flight, so that nothing else affects it. */
  readonly alone: boolean
  /** Runs after the required checks, as far as the budget allows. Unsent requests of it are not a gap. */
  readonly extra: boolean
  /** Runs after all others, including extra ones, because it examines their requests. */
  readonly last: boolean
  /** Runs at the very end, one such check at a time: its requests depend on all responses. */
  readonly followUp: boolean
  /** It explains failures of other checks, and so belongs to every selection of checks. */
  readonly explains: boolean
  readonly run: (context: CheckContext) => Promise<void>
}

/** A check as a suite declares it. Its id is by default that of its requirement. */
export type CheckOptions = Pick<Check, 'covers' | 'title' | 'run'> & Partial<Omit<Check, 'suite'>>

const defaults = {
  kind: 'scenario',
  profile: 'core',
  needs: [],
  modelless: false,
  alone: false,
  extra: false,
  last: false,
  followUp: false,
  explains: false,
} as const

/**
 * Declares the checks of one suite.
 * @example
 * const checks = suite('ours', [
 *   {
 *     covers: 'completion-json',
 *     title: 'a long prompt is served',
 *     run: async (context) => {
 *       await context.accept('a long prompt', context.complete({ messages: [{ role: 'user', content: 'x'.repeat(9_000) }] }))
 *     },
 *   },
 * ])
 */
export function suite(name: string, checks: readonly CheckOptions[]): Check[] {
  return checks.map((check) => ({ id: check.covers, suite: name, ...defaults, ...check }))
}
