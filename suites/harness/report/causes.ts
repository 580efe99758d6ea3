/** Root causes: why the requirements of a run do not hold, one for each thing to change. */
import { compact, entryOf } from '../http/compact.ts'
import { type Exchange, mediaType } from '../http/exchange.ts'
import type { Finding } from '../judge/evidence.ts'
import { STATUSES } from '../judge/invariants.ts'
import { ABSENT, NO_MEMBER } from '../judge/schema.ts'
import type { JudgedRequirement } from '../run/verdict.ts'
import { shortened } from '../text/printable.ts'
import type { Again } from './again.ts'
import { type Clue, type Group, groupsOf, isStatus, memberAt, serverOf, statusInWords } from './cause-groups.ts'
import { plainFirst } from './plain-first.ts'
import { type ReportedFinding, reportFinding, shownBy } from './requirement.ts'
import { inCommon } from './roots/in-common.ts'
import { unite } from './roots/rules.ts'
import { separate } from './roots/separate.ts'
import { wholeTriggerOf } from './roots/trigger.ts'

export interface ReportedCause {
  /** The id of the requirement that shows it most, with a number if two causes would have the same id. */
  readonly id: string
  /** The received and the expected value, in one line. */
  readonly title: string
  /** `warn` if it breaks no requirement of level must. */
  readonly verdict: 'fail' | 'warn'
  readonly expected?: string
  readonly received?: string
  /** The mistake in its requests, if other mistakes got the same response. */
  readonly root?: string
  /** Like media type and server: present if all responses that show the cause share it. */
  readonly status?: number
  readonly media_type?: string
  readonly server?: string
  /** Requirements that do not hold because of it, the one that shows it most first. */
  readonly requirements: readonly string[]
  /** Requirements that only wrongly accepted requests break: they do not count separately. */
  readonly consequences?: readonly string[]
  /** The number of responses that show it. */
  readonly answers: number
  /** The number of responses that could show it. */
  readonly of: number
  /** All requirements that it breaks are in the baseline. */
  readonly known?: true
  /** It breaks nothing that scores: all that it breaks is newer than the set, or disputed. */
  readonly not_scored?: true
  /** The finding with the plainest request that shows it. */
  readonly finding: ReportedFinding
}

/** The causes of everything that does not hold; those that do not score are last. */
export function causesOf(judged: readonly JudgedRequirement[], context: Again): ReportedCause[] {
  const scored = judged.filter(({ notScored }) => notScored === undefined)
  const unscored = judged.flatMap((each): JudgedRequirement[] => {
    if (each.notScored) return [each]
    return each.newer ? [{ ...each, verdict: each.newer.verdict, findings: each.newer.findings }] : []
  })
  const causes = [
    ...causesAmong(scored, context),
    ...causesAmong(unscored, context).map((cause) => ({ ...cause, not_scored: true as const })),
  ]
  return withConsequences(named(causes), judged)
}

/** Whether the target served a request that it had to refuse with 401 or 403. */
const servesUnauthorized = ({ received, expected = '' }: Unnamed): boolean =>
  received === '200' && /^40[13]/.test(expected)

/** The worst first: failures before warnings, then wrongly served requests, then those with most requirements. */
function causesAmong(judged: readonly JudgedRequirement[], context: Again): Unnamed[] {
  const found = groupsOf(judged.flatMap((each) => cluesIn(each, context)))
  if (found.length === 0) return []
  const couldShow = couldShowIn(judged)
  const could = (group: Group): Exchange[] => [...couldShow(group)].flatMap((id) => context.byId.get(id) ?? [])
  const groups = unite(found, (group) => couldShow(group).size).flatMap((each) => separate(each, could(each)))
  const made = groups.map((group) => causeOf(group, could(group), context))
  return made.toSorted(
    (one, other) =>
      Number(one.verdict === 'warn') - Number(other.verdict === 'warn') ||
      Number(servesUnauthorized(other)) - Number(servesUnauthorized(one)) ||
      other.requirements.length - one.requirements.length ||
      other.answers - one.answers,
  )
}

function cluesIn({ requirement, verdict, findings }: JudgedRequirement, { byId }: Again): Clue[] {
  if (verdict !== 'fail' && verdict !== 'warn') return []
  const failed = findings.filter(({ outcome }) => outcome === 'fail')
  return failed.map((finding) => ({ finding, requirement, verdict, exchange: byId.get(finding.exchanges[0] ?? '') }))
}

type CouldShow = (group: Group) => ReadonlySet<string>

/** @returns a function from a group to the responses that could show the same */
function couldShowIn(judged: readonly JudgedRequirement[]): CouldShow {
  const byStatuses = new Map<string, Set<string>>()
  const byRequirement = new Map<string, Set<string>>()
  const add = (to: Map<string, Set<string>>, name: string, ids: readonly string[]): void => {
    for (const id of ids) entryOf(to, name, () => new Set<string>()).add(id)
  }
  for (const { requirement, findings } of judged)
    for (const finding of findings) {
      const { outcome, statuses, exchanges } = finding
      if (exchanges.length === 0 || (outcome !== 'pass' && outcome !== 'fail')) continue
      add(byRequirement, requirement.id, shownBy(finding))
      if (statuses) add(byStatuses, String(statuses), exchanges.slice(0, 1))
    }
  return ({ kind, statuses, clues, also }) => {
    const own = [...clues, ...also].flatMap(({ finding }) => shownBy(finding))
    // A rule for every response has no statuses where it holds.
    const isOfCheck = clues.some(({ finding }) => finding.check !== undefined)
    if (kind === 'status' && isOfCheck) return new Set([...own, ...(byStatuses.get(String(statuses)) ?? [])])
    return new Set([...own, ...clues.flatMap(({ requirement: { id } }) => [...(byRequirement.get(id) ?? [])])])
  }
}

type Unnamed = Omit<ReportedCause, 'id'>

/** @param could the exchanges that could show it */
function causeOf(group: Group, could: readonly Exchange[], context: Again): Unnamed {
  const { kind, statuses } = group
  const clues = [...group.clues, ...group.also]
  const requirements = requirementsOf(clues)
  const verdict = clues.some((clue) => clue.verdict === 'fail') ? 'fail' : 'warn'
  const own = group.clues.filter(({ finding }) => kind !== 'status' || String(finding.statuses) === String(statuses))
  // Prefer findings that name the request that has to precede theirs on the connection.
  const onConnection = own.filter(({ finding }) => finding.afterOnConnection !== undefined)
  // The request of a warning would not explain a failure.
  const asBad = own.filter((clue) => clue.verdict === verdict)
  const shows = [onConnection, asBad, own].find((each) => each.length > 0) ?? []
  const findings = shows.map((clue) => clue.finding)
  const [finding] = plainFirst(findings, context.byId)
  if (!finding) throw new Error('a cause has no finding')
  const { title, ...words } = worded(group, finding, context)
  const shown = new Set(clues.flatMap((clue) => shownBy(clue.finding)))
  const { true: showing = [], false: others = [] } = Object.groupBy(could, ({ id }) => `${shown.has(id)}`)
  const only = wholeTriggerOf(group, others)
  const conditions = [only && `only with ${only}`, inCommon(showing, could, kind === 'status' || kind === 'foreign')]
  return compact({
    title: [title, ...conditions.filter((condition) => condition !== undefined)].join(', '),
    verdict,
    ...words,
    status: theOnly(clues, (clue) => clue.exchange?.response?.status),
    media_type: theOnly(clues, ({ exchange }) => exchange?.response && mediaType(exchange.response)),
    server: theOnly(clues, ({ exchange }) => exchange?.response && serverOf(exchange.response)),
    requirements,
    answers: shown.size,
    of: could.length,
    finding: reportFinding(finding, context),
  })
}

/** The value that all clues share, if there is one. */
function theOnly<T>(clues: readonly Clue[], of: (clue: Clue) => T | undefined): T | undefined {
  const values = new Set(clues.map(of))
  return values.size === 1 ? [...values][0] : undefined
}

const contractStatuses: readonly number[] = STATUSES.completions

/** Whether the check allowed several statuses, and the contract has the received one. A check that allows one says more. */
function isOneOfMany({ finding: { statuses = [] }, exchange }: Clue): boolean {
  return statuses.length > 1 && contractStatuses.includes(exchange?.response?.status ?? 0)
}

/** Level must first, then requirements on the status before those on the body, then those that more responses show. */
function requirementsOf(clues: readonly Clue[]): string[] {
  const byId = Map.groupBy(clues, ({ requirement: { id } }) => id)
  const isWarned = ([clue]: readonly Clue[]): number => Number(clue?.verdict === 'warn')
  const isOnBody = (own: readonly Clue[]): number => Number(!own.some(isStatus))
  const isGeneral = (own: readonly Clue[]): number => Number(own.every(isOneOfMany))
  const sorted = [...byId].sort(
    ([, a], [, b]) =>
      isWarned(a) - isWarned(b) || isOnBody(a) - isOnBody(b) || isGeneral(a) - isGeneral(b) || b.length - a.length,
  )
  return sorted.map(([id]) => id)
}

/** Gives each cause a unique id. */
function named(causes: readonly Unnamed[]): ReportedCause[] {
  const taken = new Map<string, number>()
  return causes.map((cause) => {
    const [lead = ''] = cause.requirements
    const count = (taken.get(lead) ?? 0) + 1
    taken.set(lead, count)
    return { id: count === 1 ? lead : `${lead}-${count}`, ...cause }
  })
}

interface Words {
  readonly title: string
  readonly root?: string
  readonly expected?: string
  readonly received?: string
}

function worded({ kind, statuses, clues, also, root }: Group, finding: Finding, { byId }: Again): Words {
  const { expected = '', actual = '' } = finding
  const response = byId.get(finding.exchanges[0] ?? '')?.response
  const instead = (received: string, wanted: string): Words => ({
    title: `got ${received} instead of ${wanted}`,
    expected: wanted,
    received,
  })
  if (kind === 'status') {
    const words = instead(response ? statusInWords(response) : 'no response', statuses.join(' or '))
    return root === undefined ? words : { ...words, title: `${words.title} for ${root}`, root }
  }
  if (kind === 'foreign') return instead(foreignIn(clues), 'an error body')
  if (kind !== 'rule') return compact({ title: titleOf(finding), expected: finding.expected, received: finding.actual })
  const member = memberAt(finding)
  if (expected === NO_MEMBER) return instead(`a member ${member}`, 'none')
  if (actual === ABSENT) {
    const absent = [...clues, ...also].filter(({ finding: { actual } }) => actual === ABSENT)
    const members = [...new Set(absent.map(({ finding }) => memberAt(finding)))]
    const title = `missing members: ${members.join(', ')}`
    return members.length > 1 ? { title, expected: 'all of them', received: actual } : instead(`no ${member}`, expected)
  }
  return instead(`${shortened(actual, MAX_LENGTH)} as ${member}`, expected)
}

/** What is wrong; with both values if they are short and have one location. */
function titleOf({ brief, message, expected = '', actual = '', at = '' }: Finding): string {
  const what = brief ?? message
  const isShort = expected !== '' && actual !== '' && Math.max(expected.length, actual.length) <= MAX_LENGTH
  return isShort && at.startsWith('/') ? `${what}: ${actual} instead of ${expected}` : what
}

/** The maximum number of statuses to list; more are listed as all errors. */
const MAX_STATUSES = 3

/** Statuses and media type of errors outside the contract. */
function foreignIn(clues: readonly Clue[]): string {
  const responses = clues.flatMap(({ exchange }) => exchange?.response ?? [])
  const statuses = [...new Set(responses.map(({ status }) => status))].sort((a, b) => a - b)
  const which = statuses.length > MAX_STATUSES ? 'errors' : statuses.join(', ')
  const types = [...new Set(responses.map((response) => mediaType(response) || 'no content type'))]
  return `${which} with ${types.join(', ')}${types.includes('application/json') ? ` and ${lackIn(clues)}` : ''}`
}

/** What is missing in error bodies that are labelled as JSON. */
function lackIn(clues: readonly Clue[]): string {
  const reason = clues.map(({ finding: { brief = '' } }) => /is not JSON: (.+)/.exec(brief)?.[1]).find(Boolean)
  return reason === undefined ? 'no error object' : `a body that is not JSON: ${shortened(reason, MAX_LENGTH)}`
}

const MAX_LENGTH = 60

/** Puts consequences next to their cause. */
function withConsequences(causes: readonly ReportedCause[], judged: readonly JudgedRequirement[]): ReportedCause[] {
  const following = judged
    .filter(({ verdict }) => verdict !== 'fail' && verdict !== 'warn')
    .flatMap(({ consequences }) => consequences)
  return causes.map((cause) => {
    const isFirst = (id: string): boolean =>
      causes.find(({ status, requirements }) => status === 200 && requirements.includes(id)) === cause
    const own = following.filter(({ follows }) => follows !== undefined && isFirst(follows))
    const ids = [...new Set(own.map(({ requirement }) => requirement))]
    return ids.length > 0 ? { ...cause, consequences: ids } : cause
  })
}
