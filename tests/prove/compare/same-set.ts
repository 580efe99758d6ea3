/** The set by which both versions score, so that newer requirements and checks are not a difference. */
import { UsageError as HarnessError } from '../../../suites/harness/index.ts'
import { harnessIn, type Judging, ownHarness } from '../harness.ts'
import { UsageError } from '../options.ts'

export interface SameSet {
  readonly set: string
  /** Whether the old version has sets; otherwise everything counts in it. */
  readonly knowsSets: boolean
}

/**
 * The default set of the old version, or that of this version if the old one has no sets.
 *
 * @param old the folder of the old version
 * @throws UsageError if this version does not have the set, because runs with it would fail
 */
export async function sameSet(old: string, at: Date): Promise<SameSet & { readonly judging: Judging }> {
  const { scoringFor } = await harnessIn(old)
  const { set } = (scoringFor ?? ownHarness.scoringFor)(undefined, at)
  try {
    ownHarness.scoringFor(set.name, at)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    throw new UsageError(`the old version scores by ${set.name}, and here ${error.message}`)
  }
  return { set: set.name, knowsSets: scoringFor !== undefined, judging: { set: set.name, at: at.toISOString() } }
}
