/** Groups findings that have one root cause: by received value, expected value and server. */

import type { Requirement } from '../catalogue/requirements.ts'
import { entryOf } from '../http/compact.ts'
import { isObject, stepsOf } from '../http/exact-json.ts'
import { type Exchange, type HttpResponse, headerValues, mediaType, seriesOf } from '../http/exchange.ts'
import { errorOf, objectsIn } from '../http/response.ts'
import type { Finding } from '../judge/evidence.ts'

/** A finding against a requirement, with the exchange that shows it. */
export interface Clue {
  readonly finding: Finding
  readonly requirement: Requirement
  readonly verdict: 'fail' | 'warn'
  readonly exchange: Exchange | undefined
}

export interface Group {
  /** `status`: a wrong status. `foreign`: an error in a foreign form. `rule`: a schema rule. `form`: anything else. */
  readonly kind: 'status' | 'foreign' | 'rule' | 'form'
  /** The statuses that its first clue expected; in a group of another kind, these may be any. */
  readonly statuses: readonly number[]
  /** Equal for groups that differ in nothing but their trigger. */
  readonly key: string
  readonly clues: Clue[]
  /** The mistake in its requests, if other groups have the same statuses for another mistake. */
  readonly root?: string
  /** Clues with the same root, although they look different. */
  readonly also: readonly Clue[]
}

export const nameOf = ({ exchange }: Clue): string =>
  exchange === undefined ? '' : exchange.between ? seriesOf(exchange) : exchange.name

/** @param clues all failures that a run has found */
export function groupsOf(clues: readonly Clue[]): Group[] {
  const { status = [], form = [] } = Object.groupBy(clues, (clue) => (isStatus(clue) ? 'status' : 'form'))
  const statuses = byStatus(status)
  return [...statuses, ...folded(byForm(form), statuses)]
}

/** Whether another status was expected, or any response at all. */
export function isStatus({ finding: { statuses }, exchange }: Clue): boolean {
  if (statuses === undefined || !exchange) return false
  return exchange.response === undefined || !statuses.includes(exchange.response.status)
}

/** The status, media type and server of a response. A 200 needs no server: it is from the gateway itself. */
export function responseKind({ exchange }: Clue): string {
  const response = exchange?.response
  if (!response) return `no response ${exchange?.failure?.code}`
  if (response.status === 200) return statusInWords(response)
  return `${response.status} ${mediaType(response)} ${serverOf(response) ?? ''}`
}

/** Whether an error has status 200: as the body, or in the first event of a stream. */
export const isHiddenError = (response: HttpResponse | undefined): boolean =>
  response?.status === 200 && isObject(objectsIn(response)[0]?.error)

/** The status of a response, such as `400` or `200 with an error`. */
export const statusInWords = (response: HttpResponse): string =>
  `${response.status}${isHiddenError(response) ? ' with an error' : ''}`

export function serverOf(response: HttpResponse): string | undefined {
  return headerValues(response, 'server')[0]
}

/** The rule by which a gateway refuses a valid request, as its error names it: each such rule is a separate cause. */
function refusalOf({ finding: { statuses = [] }, exchange }: Clue): string {
  const response = exchange?.response
  if (!statuses.includes(200) || response?.status !== 400) return ''
  const { param, code } = errorOf(response) ?? {}
  // One rule may refuse several items of an array.
  return JSON.stringify([typeof param === 'string' ? param.replaceAll(/\d+/g, '') : null, code ?? null])
}

/** Adds a clue to the group with its key and its trigger. */
function addTo(groups: Map<string, Group>, { kind, key }: Pick<Group, 'kind' | 'key'>, clue: Clue): void {
  const { statuses = [], only = '' } = clue.finding
  const name = JSON.stringify([kind, key, only])
  entryOf(groups, name, (): Group => ({ kind, key, statuses, clues: [], also: [] })).clues.push(clue)
}

function byStatus(clues: readonly Clue[]): Group[] {
  const groups = new Map<string, Group>()
  const isClear = ({ finding }: Clue): boolean => finding.statuses?.length === 1
  for (const clue of clues.filter(isClear)) {
    const key = `${clue.finding.statuses} ${responseKind(clue)} ${refusalOf(clue)}`
    addTo(groups, { kind: 'status', key }, clue)
  }
  // If several statuses were possible, another finding on the same request, or most other findings, decide.
  const clear = [...groups.values()].sort((a, b) => b.clues.length - a.clues.length)
  const names = new Map(clear.map((group) => [group, new Set(group.clues.map(nameOf))]))
  for (const clue of clues.filter((each) => !isClear(each))) {
    const alike = clear.filter(({ clues: [first] }) => first && responseKind(first) === responseKind(clue))
    const group =
      alike.find((each) => names.get(each)?.has(nameOf(clue))) ??
      alike.find(({ statuses: [status = 0] }) => clue.finding.statuses?.includes(status))
    if (group) group.clues.push(clue)
    else addTo(groups, { kind: 'status', key: `${clue.finding.statuses} ${responseKind(clue)}` }, clue)
  }
  return [...groups.values()]
}

/** Requirements that decide whether an error has the form of the contract at all. */
const FOREIGN: readonly string[] = ['error-body', 'error-media-type']

function isForeign({ finding: { brief = '' }, requirement: { id }, exchange }: Clue): boolean {
  if ((exchange?.response?.status ?? 0) < 400) return false
  return FOREIGN.includes(id) || (id === 'unknown-path' && brief.endsWith('should have an error body'))
}

function byForm(clues: readonly Clue[]): Group[] {
  const groups = new Map<string, Group>()
  for (const clue of clues) addTo(groups, formOf(clue), clue)
  return inForeign([...groups.values()])
}

function formOf(clue: Clue): Pick<Group, 'kind' | 'key'> {
  const { finding, requirement, exchange } = clue
  const { rule, statuses, expected = '' } = finding
  if (rule !== undefined) return { kind: 'rule', key: rule }
  const response = exchange?.response
  if (response && isForeign(clue)) return { kind: 'foreign', key: `${mediaType(response)} ${serverOf(response) ?? ''}` }
  return { kind: 'form', key: statuses ? expected.replace(/^200 with /, '') : requirement.id }
}

const isRefused = ({ exchange }: Clue): boolean => (exchange?.response?.status ?? 0) >= 400

/** Adds findings on errors in a foreign form to the group of that form, which is their cause. */
function inForeign(groups: readonly Group[]): Group[] {
  const foreign = groups.filter(({ kind }) => kind === 'foreign')
  const shown = new Map(foreign.map((group) => [group, new Set(group.clues.map(({ exchange }) => exchange?.id))]))
  return groups.filter((group) => {
    if (group.kind === 'foreign') return true
    const host = foreign.find((each) =>
      group.clues.every((clue) => isRefused(clue) && shown.get(each)?.has(clue.exchange?.id)),
    )
    host?.clues.push(...group.clues)
    return host === undefined
  })
}

/** Adds faults that only refusals with a wrong status have to the group of that status. */
function folded(groups: readonly Group[], statuses: readonly Group[]): Group[] {
  const hosts = new Map(statuses.flatMap((group) => group.clues.map((clue) => [nameOf(clue), group] as const)))
  return groups.filter((group) => {
    const isFolded = group.clues.every((clue) => isRefused(clue) && hosts.has(nameOf(clue)))
    if (isFolded) for (const clue of group.clues) hosts.get(nameOf(clue))?.clues.push(clue)
    return !isFolded
  })
}

/** The location of a breach as a path: `choices[0].message`. */
export function memberAt({ at = '/' }: Finding): string {
  const steps = stepsOf(at.replace(/^byte \d+, /, '')).filter((step) => step !== '')
  if (steps.length === 0) return 'the body'
  return steps
    .map((step) => (/^\d+$/.test(step) ? '[]' : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
