/** Runs a property against a target with generated requests. Shrinks a counterexample within a budget, for replays. */
import fc from 'fast-check'
import { seedFor } from '../../arbitraries/draws.ts'
import type { CheckContext } from '../check-context.ts'
import type { Trial } from '../trial.ts'

/** Requests that shrinking one counterexample may cost. */
const SHRINK_BUDGET = 12

/**
 * Tries generated inputs one at a time. Passing inputs become evidence; of the failing ones, only the smallest does.
 *
 * @param attempt sends one input silently, and as a follow-up during shrinking; undefined if the input cannot be used
 */
export async function forAll<T>(
  context: CheckContext,
  name: string,
  runs: number,
  inputs: fc.Arbitrary<T>,
  attempt: (input: T, isFollowUp: boolean) => Promise<Trial | undefined>,
): Promise<void> {
  let smallest: Trial | undefined
  let shrinking = 0
  const seed = seedFor(context.seed, name)
  const property = fc.asyncProperty(inputs, async (input) => {
    if (smallest && (shrinking += 1) > SHRINK_BUDGET) return true
    const trial = await attempt(input, smallest !== undefined)
    if (!trial) return true
    const failed = trial.findings.some(({ outcome }) => outcome === 'fail')
    if (failed) smallest = trial
    else if (!smallest) context.evidence.push(trial.evidence)
    return !failed
  })
  const details = await fc.check(property, { seed, numRuns: runs })
  if (smallest)
    context.evidence.push({
      ...smallest.evidence,
      replay: `seed ${context.seed}, path ${details.counterexamplePath ?? '0'}`,
    })
  else if (details.failed)
    throw new Error(`the property ${name} broke: ${String(details.errorInstance ?? 'interrupted')}`)
}
