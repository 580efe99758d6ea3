/** Decides whether a certificate meets the demands: a function of the statement, the demands and the time. */
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { counted } from '../../../reporters/wording/counted.ts'
import { profiles } from '../../../suites/harness/catalogue/profiles.ts'
import { compareVersions } from '../../../suites/harness/catalogue/version-order.ts'
import { anySpan, parseTimeSpan, timeSpanText } from '../../../suites/harness/target/duration.ts'
import { plainUrl, type RouteDemand, routeOf, timeProblems } from '../../certificate/authentic.ts'
import { loopbackWords, warnedBy } from '../../certificate/said.ts'
import type { Demand, DemandName, Unwanted } from './demands.ts'

/** Why a certificate is refused. */
export interface Reason {
  /** The demand as given, or the kind of a problem that always counts, such as `expired`. */
  readonly demand: string
  readonly message: string
}

/** Returns why a certificate does not meet a demand; undefined if it does. */
type Judge = (statement: AnyStatement, demand: Demand, now: Date) => string | undefined

/** Compares a declaration about the target exactly. */
const declared =
  (name: 'revision' | 'product' | 'vendor' | 'version' | 'environment'): Judge =>
  ({ predicate: { target } }, { value }) => {
    const own = target.declared?.about?.[name]
    if (own === value) return undefined
    return own === undefined ? `it declares no ${name}` : `its ${name} is ${own}`
  }

/** Demands that depend on the keys that have signed. */
const ofKeys = ['key', 'keys', 'revoked', 'surveillance'] as const
type OfKeys = (typeof ofKeys)[number]
const isOfKeys = (name: DemandName): name is OfKeys => (ofKeys as readonly string[]).includes(name)

const judges: Readonly<Record<Exclude<DemandName, OfKeys>, Judge>> = {
  profile: ({ predicate: { profile } }, { value }) => {
    const names: readonly string[] = profiles
    // A profile that this version does not know meets no demand: it may cover less than its name suggests.
    return names.indexOf(profile) >= names.indexOf(value) ? undefined : `its profile is ${profile}`
  },
  set: ({ predicate: { set } }, demand) => {
    if (set === undefined) return 'it names no set'
    // Set numbers are comparable only within one version of the contract.
    if (contractIn(set.name) !== contractIn(demand.value)) return `its set is ${set.name}, of another contract`
    return meetsVersion(set.name, demand) ? undefined : `its set is ${set.name}`
  },
  contract: ({ predicate: { contract } }, demand) =>
    meetsVersion(contract.version, demand) ? undefined : `its contract is ${contract.version}`,
  // The shards of a run may have finished at different times, so the start of the first one counts.
  'max-age': ({ predicate: { started } }, { value }, now) => {
    const age = now.getTime() - Date.parse(started)
    return age <= (parseTimeSpan(value) ?? 0) ? undefined : `its run began ${started}, ${ago(age)} ago`
  },
  image: ({ predicate: { target } }, { value }) => {
    const own = target.declared?.about?.image
    if (own === undefined) return 'it declares no image'
    return own === value || own.split('@')[1] === value ? undefined : `its image is ${own}`
  },
  revision: declared('revision'),
  product: declared('product'),
  vendor: declared('vendor'),
  version: declared('version'),
  environment: declared('environment'),
  'base-url': ({ predicate: { target } }, { value }) =>
    plainUrl(target.base_url) === plainUrl(value) ? undefined : `it certifies ${target.base_url}`,
  challenge: ({ predicate: { nonce } }, { value }) => {
    if (nonce === value) return undefined
    return nonce === undefined ? 'its run was not challenged' : `its run was challenged with ${nonce}`
  },
  revisited: ({ predicate: { finished, revisits = [] } }, { value }) => {
    const last = Math.max(...revisits.map(({ started }) => Date.parse(started)))
    if (last - Date.parse(finished) >= (anySpan(value) ?? 0)) return undefined
    return revisits.length === 0 ? 'it was not revisited' : `it was last revisited ${new Date(last).toISOString()}`
  },
  no: (statement, { value }) => {
    const route: Readonly<Record<string, string | undefined>> = routeOf(statement)
    return value in route ? route[value] : unwantedIn[value as keyof typeof unwantedIn](statement)
  },
}

/** For each value of `no=` that is not about the route: what the certificate has that it must not have. */
const unwantedIn: Readonly<Record<Exclude<Unwanted, RouteDemand>, (s: AnyStatement) => string | undefined>> = {
  waivers: ({ predicate: { waivers = [] } }) =>
    waivers.length > 0 ? `it has ${counted(waivers.length, 'waiver')}` : undefined,
  warnings: (statement) => {
    const ids = warnedBy(statement)
    return ids.length > 0 ? `it warns of ${ids.join(', ')}` : undefined
  },
  'not-applicable': ({ predicate: { not_applicable: absent = [] } }) =>
    absent.length > 0
      ? `declared absent: ${absent.map(({ id, reason }) => `${id} (${reason})`).join(', ')}`
      : undefined,
  challenges: ({ predicate: { challenges = [] } }) =>
    challenges.length > 0 ? `open challenges: ${challenges.join(', ')}` : undefined,
  'chosen-seed': ({ predicate: { seed_from: from } }) =>
    from === undefined ? 'its seed was chosen, or its version did not record where the seed is from' : undefined,
  loopback: loopbackWords,
}

/** Every reason to refuse a statement: unmet demands, and invalidity at this time. Signatures are checked before. */
export const refusalsOf = (statement: AnyStatement, demands: readonly Demand[], now: Date): Reason[] => [
  ...timeProblems(statement, now).map(({ kind, message }) => ({ demand: kind, message })),
  ...unmetBy(statement, demands, now),
]

/** The demands that a statement does not meet, except demands about signatures. */
export const unmetBy = (statement: AnyStatement, demands: readonly Demand[], now: Date): Reason[] =>
  demands.flatMap((demand) => {
    const { name } = demand
    const message = isOfKeys(name) ? undefined : judges[name](statement, demand, now)
    return message === undefined ? [] : [{ demand: demand.text, message }]
  })

/** The version of the contract that the name of a set begins with. */
const contractIn = (set: string): string => set.replace(/-\d+$/, '')

const meetsVersion = (own: string, { operator, value }: Demand): boolean =>
  operator === '=' ? own === value : (compareVersions(own, value) ?? -1) >= 0

/** An age in words, rounded down to whole days from two days on. */
function ago(milliseconds: number): string {
  const day = 24 * 3_600_000
  return timeSpanText(milliseconds < 2 * day ? milliseconds : milliseconds - (milliseconds % day))
}
