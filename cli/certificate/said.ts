/** Important statements of a certificate besides its verdicts, for the output of `verify` and `gate`. */
import type { AnyStatement } from '../../reporters/certificate/any-version.ts'
import { revisitWords } from '../../reporters/wording/requests.ts'
import { isOfThisMachine } from '../../suites/harness/target/base-url.ts'
import { isLoopback, routeDemands, routeOf } from './authentic.ts'

const LOOPBACK = 'like the built-in mock: this certifies no deployment that others can reach.'

/** Says how the target was on the machine of the run: by its address, a socket or a proxy; undefined if it was not. */
export function loopbackWords(statement: AnyStatement): string | undefined {
  if (!isLoopback(statement)) return undefined
  const { base_url, network } = statement.predicate.target
  const isItself = network?.socket === true || (URL.canParse(base_url) && isOfThisMachine(base_url))
  return `${base_url} ${isItself ? 'is' : 'was reached at'} the machine of the run`
}

/** Warns that a loopback target is not a deployment; undefined for others. Escape it: it quotes untrusted text. */
export function loopbackLine(statement: AnyStatement): string | undefined {
  const words = loopbackWords(statement)
  return words && `OF A LOOPBACK ADDRESS: ${words}, ${LOOPBACK}`
}

const CHOSEN = 'its seed was chosen, or is of an earlier version: the target may have known the requests before the run'

function peerLines({ target, revisits = [] }: AnyStatement['predicate']): string[] {
  const peers = [target, ...revisits].flatMap((each) => each.peers ?? [])
  const all = (name: 'address' | 'certificate'): string[] => [...new Set(peers.flatMap((peer) => peer[name] ?? []))]
  const [addresses, certificates] = [all('address'), all('certificate')]
  return [
    ...(addresses.length > 0 ? [`connected to ${addresses.join(', ')}`] : []),
    ...(certificates.length > 0 ? [`TLS certificate, SHA-256: ${certificates.join(', ')}`] : []),
  ]
}

/** Requirements with a warning. Failures that do not score yet are not in the set of the certificate. */
export const warnedBy = ({ predicate: { verdicts, not_scored: aside = [] } }: AnyStatement): string[] =>
  Object.keys(verdicts).filter((id) => verdicts[id] === 'warn' && !aside.includes(id))

/** The route to the target, the origin of the requests, what was not shown, and what did not score. */
export function asideLines(statement: AnyStatement): string[] {
  const { predicate } = statement
  const route = routeOf(statement)
  const { revisits = [] } = predicate
  const warned = warnedBy(statement)
  const { not_applicable: absent = [], challenges = [], not_scored: aside = [], nonce, seed_from: from } = predicate
  return [
    ...routeDemands.flatMap((name) => (name === 'plain-http' && isLoopback(statement) ? [] : (route[name] ?? []))),
    ...peerLines(predicate),
    ...(from === undefined ? [CHOSEN] : []),
    ...(nonce === undefined ? [] : [`its requests follow from the challenge ${nonce}`]),
    ...(warned.length === 0 ? [] : [`it warns of ${warned.join(', ')}`]),
    ...absent.map(
      ({ id, reason, requirements }) => `not shown, declared absent: ${id} (${reason}): ${requirements.join(', ')}`,
    ),
    ...(aside.length === 0 ? [] : [`not scored: ${aside.map((id) => `${id} (${predicate.verdicts[id]})`).join(', ')}`]),
    ...(challenges.length === 0 ? [] : [`open challenges, whose requirements did not score: ${challenges.join(', ')}`]),
    revisits.length === 0
      ? 'not revisited after the run'
      : `revisited ${revisits.map(revisitWords).join(', ')}: no contradiction`,
  ]
}
