/** What a certificate says besides its verdicts that a reader must not miss: `verify` and `gate` both print it. */
import type { AnyStatement } from '../../reporters/certificate/any-version.ts'
import { isLoopback } from './authentic.ts'

const LOOPBACK =
  'is the machine of the run, like the built-in mock: this certifies no deployment that others can reach.'

/** That it certifies no deployment; undefined where it may. Others have written it, so print nothing of it as it is. */
export function loopbackLine(statement: AnyStatement): string | undefined {
  return isLoopback(statement) ? `OF A LOOPBACK ADDRESS: ${statement.predicate.target.base_url} ${LOOPBACK}` : undefined
}

const CHOSEN = 'its seed was chosen, or is of an earlier version: the target may have known the requests before the run'

/** Where its requests are from, what was not shown, and what did not score. */
export function asideLines({ predicate }: AnyStatement): string[] {
  const { not_applicable: absent = [], challenges = [], not_scored: aside = [], nonce, seed_from: from } = predicate
  return [
    ...(from === undefined ? [CHOSEN] : []),
    ...(nonce === undefined ? [] : [`its requests follow from the challenge ${nonce}`]),
    ...absent.map(
      ({ id, reason, requirements }) => `not shown, declared absent: ${id} (${reason}): ${requirements.join(', ')}`,
    ),
    ...(aside.length === 0 ? [] : [`not scored: ${aside.map((id) => `${id} (${predicate.verdicts[id]})`).join(', ')}`]),
    ...(challenges.length === 0 ? [] : [`open challenges, whose requirements did not score: ${challenges.join(', ')}`]),
  ]
}
