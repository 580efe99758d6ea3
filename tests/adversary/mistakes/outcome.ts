/** How a run with a mistake ends, as the exit code of the command. */
import { stringify } from 'yaml'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { certify, type Result } from '../../../suites/harness/run/certify.ts'
import { parseTarget } from '../../../suites/harness/target/target-file.ts'
import { names } from '../../../suites/harness/text/names.ts'
import { allChecks } from '../../../suites/index.ts'
import type { Draft, World } from './values.ts'

export interface Outcome {
  readonly code: 0 | 1 | 2 | 3
  /** The output for the operator: the mistakes in the file, or why the run is not conformant. */
  readonly said: string
}

const CODES = { conformant: 0, nonconformant: 1, incomplete: 3 } as const

/** Requirements that show most about keys, models and states; a run of only these takes a fifth of a second. */
const REVEALING = names(
  'models-list completion-json stream-started auth-missing-key auth-disabled auth-disabled-models',
  'auth-project-catalog auth-valid-key list-empty model-callable-listed model-listed-callable',
  'model-not-authorized limit-429 limit-per-project unavailable-503 internal-500 failures-apart',
)

/**
 * @param world has the folder to which paths in the file are relative
 * @param quick whether to run only the most revealing requirements
 */
export async function outcomeOf(draft: Draft, { folder }: Pick<World, 'folder'>, quick: boolean): Promise<Outcome> {
  try {
    const target = parseTarget(stringify(draft), 'target.yaml', {}, folder)
    const filter = quick ? { requirements: REVEALING } : {}
    const result = await certify({ target, checks: allChecks, profile: 'full', ...filter })
    return { code: CODES[result.conclusion], said: saidBy(result) }
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, said: error.message }
    throw error
  }
}

function saidBy({ stop, judged, conclusion }: Result): string {
  if (stop) return `${stop.reason}: ${stop.mend}`
  const outcomes = conclusion === 'nonconformant' ? ['fail'] : ['not-evidenced', 'inconclusive']
  const open = judged.filter(({ requirement, verdict }) => requirement.level === 'must' && outcomes.includes(verdict))
  return open
    .map(({ requirement, findings }) => {
      const why = findings.find(({ outcome }) => outcomes.includes(outcome))
      return `${requirement.id}: ${why?.message ?? ''}`
    })
    .join('; ')
}
