/** Checks whether a certificate of any version matches the files next to it, is consistent, and is valid now. */
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { AnyPredicate, AnyStatement, File } from '../../reporters/certificate/any-version.ts'
import { seedFromNonce } from '../../suites/harness/run/generated/seed.ts'
import { isOfThisMachine } from '../../suites/harness/target/base-url.ts'
import { timeSpanText } from '../../suites/harness/target/duration.ts'
import { names } from '../../suites/harness/text/names.ts'
import { fewOf, type NamedBytes, type Problem, sha256 } from './file.ts'

/** Files next to a certificate, if they are available. */
export interface NeighbouringFiles {
  readonly report?: NamedBytes
  readonly transcript?: NamedBytes
  readonly revisits?: readonly NamedBytes[]
}

/** Problems: files that do not match, a wrong subject or seed, unlisted absences, and contradictions. */
export function bindingProblems(
  { subject, predicate }: AnyStatement,
  { report, transcript, revisits = [] }: NeighbouringFiles,
): Problem[] {
  const problems: Problem[] = []
  if (report && sha256(report.bytes) !== predicate.report.digest.sha256)
    problems.push({ kind: 'changed report', message: `${report.path} is not the report that was certified` })
  if (transcript && sha256(transcript.bytes) !== predicate.transcript.digest.sha256)
    problems.push({ kind: 'changed exchange', message: `${transcript.path} is not the transcript that was certified` })
  for (const { path, bytes } of revisits)
    if (!predicate.revisits?.some(({ transcript: own }) => isThat(own, path, bytes)))
      problems.push({ kind: 'changed exchange', message: `${path} is not the transcript of a revisit` })
  const { name, digest } = subject[0] ?? {}
  if (name !== predicate.target.base_url || !isDeepStrictEqual(digest, predicate.report.digest))
    problems.push({
      kind: 'changed certificate',
      message: 'its first subject is not its target with the digest of its report',
    })
  return [...problems, ...hiddenAbsences(predicate), ...foreignSeed(predicate), ...contradictions(predicate)]
}

const isThat = ({ name, digest }: File, path: string, bytes: Uint8Array): boolean =>
  basename(path) === name && digest.sha256 === sha256(bytes)

/** Code that reads the declared absences, such as `gate`, uses the list `not_applicable` and not each verdict. */
function hiddenAbsences({ verdicts, not_applicable: absent = [] }: AnyStatement['predicate']): Problem[] {
  const listed = new Set(absent.flatMap(({ requirements }) => requirements))
  const hidden = Object.keys(verdicts).filter((id) => verdicts[id] === 'not-applicable' && !listed.has(id))
  const message = `not_applicable does not name ${hidden.join(', ')}, which it did not show`
  return hidden.length > 0 ? [{ kind: 'changed certificate', message }] : []
}

/** A nonce proves that the run is recent only if its seed was derived from the nonce. */
function foreignSeed({ nonce, seed, seed_from, target }: AnyStatement['predicate']): Problem[] {
  const isOwn = nonce === undefined ? seed_from !== 'challenge' : seed === seedFromNonce(nonce, target.base_url)
  return isOwn ? [] : [{ kind: 'changed certificate', message: 'its seed is not that of its challenge' }]
}

/** Statements that cannot be in the certificate of a conformant run, in any version. */
function contradictions(predicate: AnyPredicate): Problem[] {
  const { verdicts, not_scored: aside = [], strict, started, finished, expires, revisits = [] } = predicate
  const scored = Object.keys(verdicts).filter((id) => !aside.includes(id))
  const ids = scored.filter((id) => verdicts[id] === 'fail' || (strict && verdicts[id] === 'warn'))
  const messages = [
    ...(ids.length > 0 ? [`it is of a conformant run, and its verdict of ${fewOf(ids).join(', ')} is not`] : []),
    ...(Object.keys(verdicts).length === 0 ? ['it has no verdicts'] : []),
    ...(Date.parse(finished) < Date.parse(started) ? [`its run started ${started} and finished ${finished}`] : []),
    ...(revisits.some((each) => each.conclusion !== 'conformant' || Date.parse(each.started) < Date.parse(finished))
      ? ['one of its revisits contradicts the run, or began before its end']
      : []),
    ...(Date.parse(expires) <= Date.parse(finished) ? [`its run finished ${finished}, and it ended ${expires}`] : []),
  ]
  return messages.map((message) => ({ kind: 'changed certificate', message }))
}

/** The schema accepts some texts that are not URLs, such as an address with numbers above 255. */
export const plainUrl = (url: string): string => (URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url)

/** @param within the certificate must not expire within this many milliseconds after `at` */
export function timeProblems({ predicate: { expires, finished } }: AnyStatement, at: Date, within = 0): Problem[] {
  const now = at.toISOString()
  if (Date.parse(expires) <= at.getTime())
    return [{ kind: 'expired', message: `it ended ${expires}, judged by ${now}` }]
  if (Date.parse(finished) > at.getTime())
    return [{ kind: 'not yet valid', message: `its run finished ${finished}, judged by ${now}` }]
  if (Date.parse(expires) > at.getTime() + within) return []
  return [{ kind: 'expires soon', message: `it ends ${expires}, within ${timeSpanText(within)} of ${now}` }]
}

/** Whether the target was on the machine of the run: then the certificate covers no publicly reachable deployment. */
export function isLoopback({ predicate: { target, revisits = [] } }: AnyStatement): boolean {
  const { base_url, loopback } = target
  const networks = [target, ...revisits].map(({ network = {} }): Network => network)
  if (loopback === true || revisits.some((each) => each.loopback === true)) return true
  if (networks.some(({ socket }) => socket === true)) return true
  return [base_url, ...networks.flatMap(({ proxy }) => (proxy == null ? [] : [`http://${proxy}`]))].some(
    (url) => URL.canParse(url) && isOfThisMachine(url),
  )
}

type Network = NonNullable<AnyPredicate['target']['network']>
type Route = Readonly<Record<RouteDemand, string | undefined>>

/** What a certificate says about the routes of its run and of its revisits, keyed by the demand that refuses it. */
export function routeOf({ predicate: { target, revisits = [] } }: AnyStatement): Route {
  const [first, ...others] = [target, ...revisits].map(({ network = {} }) => routeBy(target.base_url, network))
  const wordsOf = (name: RouteDemand): string | undefined => {
    const other = others.find((route) => route[name] !== undefined)?.[name]
    return first?.[name] ?? (other && `at a revisit, ${other}`)
  }
  return Object.fromEntries(routeDemands.map((name) => [name, wordsOf(name)])) as Route
}

function routeBy(base_url: string, network: Network): Route {
  const isSecure = base_url.startsWith('https:')
  const ca = isSecure && (network.custom_ca === true || network.extra_ca === true)
  const name = isSecure ? (network.server_name ?? undefined) : undefined
  const own = network.headers && Object.keys(network.headers)
  return {
    proxy: network.proxy == null ? undefined : `it was reached through the proxy ${network.proxy}`,
    'plain-http': isSecure ? undefined : 'it was reached by plain HTTP, so no TLS certificate shows who responded',
    'custom-ca': ca ? 'its TLS certificate may be of a CA that the operator of the run added' : undefined,
    'server-name': name === undefined ? undefined : `its TLS certificate is of ${name}`,
    'client-certificate': network.client_certificate ? 'it was reached with a TLS client certificate' : undefined,
    headers: own && `its requests had the headers ${own.join(', ')}`,
    identified: network.identified ? 'its requests named svc-conformance as their user agent' : undefined,
  }
}

/** Demands that refuse a certificate because of its route, or because the gateway could recognize the run by it. */
export const routeDemands = names('proxy plain-http custom-ca server-name client-certificate headers identified')
export type RouteDemand = (typeof routeDemands)[number]
