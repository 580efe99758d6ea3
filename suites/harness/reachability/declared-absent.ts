/**
 * The effect of a declared absence on a run: checks that need the feature do not apply, unless a response disproves
 * the declaration. A pure function of checks and exchanges, so that a replay gives the same result.
 */
import type { RequirementId } from '../catalogue/requirements.ts'
import { compact } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import { type KeyRole, keyRoles, keyVariable } from '../http/key-forms.ts'
import { listedIds, recognise } from '../http/response.ts'
import { isSigned } from '../judge/attempts.ts'
import type { Finding, Transcript } from '../judge/evidence.ts'
import { type AbsenceId, type Absences, absenceIds, needsOf } from '../target/declared/not-applicable.ts'
import { type Need, statusOf } from '../target/states.ts'

/** The part of a check that this file needs. */
interface Needing {
  readonly id: string
  readonly covers: RequirementId
  readonly needs: readonly Need[]
}

/** Finds the first response that shows that a feature exists after all. */
type Contradiction = (exchanges: readonly Exchange[]) => Exchange | undefined

/** Finds a response with this status from the gateway itself, since an intermediary may also refuse or fail. */
function status(expected: number): Contradiction {
  return (exchanges) =>
    exchanges.find(
      (exchange) =>
        exchange.response?.status === expected && exchange.request.operation !== 'other' && isSigned(exchange),
    )
}

/** Lists that were requested with the key of one of these roles. */
function listsOf(exchanges: readonly Exchange[], roles: readonly KeyRole[]): Exchange[] {
  const shown = roles.map((role) => `Bearer $${keyVariable(role)}`)
  return exchanges.filter(
    (exchange) =>
      recognise(exchange) === 'list' &&
      exchange.request.headers.some(([name, value]) => name.toLowerCase() === 'authorization' && shown.includes(value)),
  )
}

const otherRoles = keyRoles.filter((role) => role !== 'valid')

/** A list of another key with a model that the valid key never lists: catalogs depend on the project (5.3). */
function foreignList(exchanges: readonly Exchange[]): Exchange | undefined {
  const own = new Set(listsOf(exchanges, ['valid']).flatMap(listedIds))
  if (own.size === 0) return undefined
  return listsOf(exchanges, otherRoles).find((exchange) => listedIds(exchange).some((id) => !own.has(id)))
}

/** Only lists of the second key count: the list of a disabled key may be empty although its project is not. */
const emptyList: Contradiction = (exchanges) =>
  listsOf(exchanges, ['second']).find((exchange) => listedIds(exchange).length === 0)

const contradictions: Readonly<Record<AbsenceId, Contradiction>> = {
  'second-project': foreignList,
  'foreign-model': foreignList,
  'empty-project': emptyList,
  disabled: status(statusOf.disabled),
  limited: status(statusOf.limited),
  unavailable: status(statusOf.unavailable),
  internal: status(statusOf.internal),
}

/** Further requirements that do not apply, which no check covers because any response may show them. */
const IN_PASSING: Readonly<Partial<Record<AbsenceId, readonly RequirementId[]>>> = {
  limited: ['retry-after', 'retry-after-computed', 'retry-after-given'],
}

/** Declared absences that a check needs, so that it cannot run. */
export function absencesOf({ needs }: Pick<Needing, 'needs'>, absences: Absences = {}): AbsenceId[] {
  return absenceIds.filter((id) => absences[id] !== undefined && needsOf[id].some((need) => needs.includes(need)))
}

/** A declared absence, and its effect on a run. */
export interface JudgedAbsence {
  readonly id: AbsenceId
  readonly reason: string
  /** Checks of the run that need it. */
  readonly checks: readonly string[]
  /** Requirements of these checks, and those that any response may show. */
  readonly concerns: readonly RequirementId[]
  /** A response that shows that the feature exists, so that the declaration is wrong. */
  readonly shownBy?: Exchange
}

/** The effect of each declared absence. */
export function judgeAbsences(
  absences: Absences,
  checks: readonly Needing[],
  exchanges: readonly Exchange[],
): JudgedAbsence[] {
  return absenceIds.flatMap((id) => {
    const reason = absences[id]
    if (reason === undefined) return []
    const own = checks.filter((check) => absencesOf(check, { [id]: reason }).length > 0)
    return [
      {
        id,
        reason,
        checks: own.map((check) => check.id),
        concerns: [...new Set([...own.map(({ covers }) => covers), ...(IN_PASSING[id] ?? [])])],
        ...compact({ shownBy: contradictions[id](exchanges) }),
      },
    ]
  })
}

/** The remarks of a run, with the declared absences applied: a check that needs an absent feature is not a gap. */
export function remarksWith(absences: readonly JudgedAbsence[], { remarks }: Pick<Transcript, 'remarks'>): Finding[] {
  const own = remarks.map((remark): Finding => {
    const declared = absences.filter(({ checks }) => checks.includes(remark.check ?? ''))
    return declared.length === 0 || remark.outcome === 'error' ? remark : { ...remark, ...described(declared) }
  })
  // If a declaration is wrong, the response that shows this is separate evidence.
  const inPassing = absences
    .filter(({ shownBy }) => shownBy === undefined)
    .flatMap((absence) =>
      (IN_PASSING[absence.id] ?? []).map((requirement): Finding => ({ requirement, ...described([absence]) })),
    )
  return [...own, ...inPassing]
}

/** One correct declaration is enough, since the check cannot run without that feature. */
function described(declared: readonly JudgedAbsence[]): Pick<Finding, 'outcome' | 'message' | 'exchanges'> {
  const holding = declared.filter(({ shownBy }) => shownBy === undefined)
  if (holding.length > 0)
    return {
      outcome: 'not-applicable',
      message: `declared absent: ${holding.map(({ id, reason }) => `${id} (${reason})`).join(', ')}`,
      exchanges: [],
    }
  return {
    outcome: 'not-evidenced',
    message: declared.map(contradiction).join('; '),
    exchanges: declared.flatMap(({ shownBy }) => shownBy?.id ?? []),
  }
}

/** Why a declaration is wrong, in words. */
export function contradiction({ id, shownBy }: Pick<JudgedAbsence, 'id' | 'shownBy'>): string {
  const { response, request } = shownBy ?? {}
  return `${id} is declared absent, but a response shows it: ${response?.status} to ${request?.method} ${request?.path} (${shownBy?.id})`
}
