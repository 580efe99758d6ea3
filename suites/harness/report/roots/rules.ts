/**
 * Unites groups of findings with one root, by rules: they look different, but one change in the gateway fixes both.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Exchange, mediaType } from '../../http/exchange.ts'
import { errorOf, isStream, recognise, streamOf } from '../../http/response.ts'
import { ABSENT } from '../../judge/schema.ts'
import { type Clue, type Group, isHiddenError, memberAt, responseKind } from '../cause-groups.ts'
import { dimensionOf, isOneTrigger, isUnusual, triggerOf } from './trigger.ts'

/** The number of responses that could show the cause of a group. */
export type Count = (group: Group) => number

type Rule = (one: Group, other: Group, couldShow: Count) => boolean

const every = (groups: readonly Group[], holds: (clue: Clue) => boolean): boolean =>
  groups.every(({ clues }) => clues.every(holds))

const are = (groups: readonly Group[], kind: Group['kind']): boolean => groups.every((group) => group.kind === kind)

/** One trigger. An Accept value alone is not enough: it may select all streams, whose faults can have many roots. */
const sameTrigger: Rule = (one, other) => {
  const [first, second] = [triggerOf(one), triggerOf(other)]
  if (first === undefined || second === undefined || !isOneTrigger(first, second)) return false
  if (one.key === other.key) return true
  return one.kind !== 'status' && other.kind !== 'status' && !`${first} ${second}`.includes('accept: ')
}

const idsOf = ({ clues }: Group): Set<string> => new Set(clues.flatMap(({ exchange }) => exchange?.id ?? []))

/** One fault that at least half of all requests show: it does not need the trigger of the other group. */
const inGeneral: Rule = (one, other, couldShow) =>
  one.key === other.key &&
  are([one, other], 'status') &&
  triggerOf(one) === undefined &&
  idsOf(one).size * 2 >= couldShow(one)

/** The error message of a refusal. */
function wordsOf({ exchange }: Clue): string {
  const { message, param, code } = (exchange?.response && errorOf(exchange.response)) ?? {}
  return JSON.stringify([message, param, code])
}

/** Valid requests refused with the same message: one group has a trigger, and the other varies the same dimension. */
const sameRefusal: Rule = (one, other) => {
  const [first] = one.clues
  const dimension = dimensionOf(triggerOf(one) ?? '')
  if (!first || dimension === undefined || triggerOf(other) !== undefined) return false
  const isAlike = (clue: Clue): boolean =>
    responseKind(clue) === responseKind(first) && wordsOf(clue) === wordsOf(first)
  return (
    [one, other].every(({ kind, statuses }) => kind === 'status' && statuses.includes(200)) &&
    every([one, other], isAlike) &&
    every([other], ({ exchange }) => exchange !== undefined && isUnusual(exchange, dimension))
  )
}

/** The same wrong value of a member, which several schemas forbid. */
const sameValue: Rule = (one, other) => {
  if (!are([one, other], 'rule')) return false
  const valuesOf = ({ clues }: Group): string[] =>
    clues.flatMap(({ finding }) =>
      finding.actual === undefined || finding.actual === ABSENT ? [] : `${memberAt(finding)} ${finding.actual}`,
    )
  return share(valuesOf(one), valuesOf(other))
}

const share = (one: readonly string[], other: readonly string[]): boolean => one.some((each) => other.includes(each))

/** Members of one object that are null instead of left out. */
const sameNulls: Rule = (one, other) => {
  if (!are([one, other], 'rule') || !every([one, other], ({ finding }) => finding.actual === 'null')) return false
  const parentsOf = ({ clues }: Group): string[] =>
    clues.flatMap(({ finding }) => /^(.+)\.[^.]+$/.exec(memberAt(finding))?.[1] ?? [])
  return share(parentsOf(one), parentsOf(other))
}

/** Fewer responses than this may have two breaches in common by chance. */
const ENOUGH = 2

/** Requirements that a truncated stream breaks, besides the end of a line. */
const END: readonly string[] = ['stream-framing', 'stream-final-chunk', 'stream-done']

const lacks = ({ finding: { actual }, requirement: { id } }: Clue): boolean => actual === ABSENT || END.includes(id)

/** If the same responses lack two things, and they are at most half of all that could, the two have one cause. */
const sameResponses: Rule = (one, other, couldShow) => {
  if (one.kind === 'status' || other.kind === 'status' || !every([one, other], lacks)) return false
  const [ids, others] = [idsOf(one), idsOf(other)]
  if (ids.size < ENOUGH || ids.size !== others.size) return false
  return [...ids].every((id) => others.has(id)) && [one, other].every((group) => ids.size * 2 <= couldShow(group))
}

/** Members that one event lacks, where an earlier event of the stream has them: a heartbeat, or the last chunk. */
const sameEvent: Rule = (one, other) => {
  const isLater = ({ finding: { actual, at = '' } }: Clue): boolean => actual === ABSENT && /^byte [1-9]/.test(at)
  if (!are([one, other], 'rule') || !every([one, other], isLater)) return false
  const eventsOf = ({ clues }: Group): string[] =>
    clues.map(({ exchange, finding: { at = '' } }) => `${exchange?.id} ${at.replace(/[^/]*$/, '')}`)
  return isDeepStrictEqual(new Set(eventsOf(one)), new Set(eventsOf(other)))
}

/** The minimum size of bodies that can be above the limit of a proxy or framework. */
const LARGE_BYTES = 8192

const isLarge = ({ exchange }: Clue): boolean => (exchange?.request.body?.length ?? 0) >= LARGE_BYTES

/** A limit below 1 MiB also hits large bodies with other faults, all in one way: a page, a status, or no response. */
const sizeLimit: Rule = (one, other) => {
  if (one.kind !== 'status' || !one.statuses.includes(200) || other.kind === 'rule' || !every([one, other], isLarge))
    return false
  const kinds = one.clues.map(responseKind)
  return every([other], (clue) => kinds.includes(responseKind(clue)))
}

/** A stream where JSON was requested, or the reverse: the value of `stream` does not decide the form. */
const otherForm: Rule = (one, other) => are([one, other], 'form') && every([one, other], hasOtherForm)

function hasOtherForm({ finding: { expected = '' }, exchange }: Clue): boolean {
  const response = exchange?.response
  if (!response || exchange.request.operation !== 'completions') return false
  return exchange.request.stream
    ? expected.endsWith('an event stream') && recognise(exchange) === 'completion'
    : expected.endsWith('a JSON completion') && isStream(response)
}

/** An error with status 200 has the status of a completion, but none of its members. */
const hiddenError: Rule = (one, other) =>
  one.kind === 'status' &&
  other.kind === 'rule' &&
  every([one, other], ({ exchange }) => isHiddenError(exchange?.response))

/** A stream without events breaks every requirement on its events. */
const noEvents: Rule = (one, other) =>
  are([one, other], 'form') &&
  every([one, other], (clue) => clue.exchange !== undefined && isEmptyStream(clue.exchange) && !hasOtherForm(clue))

function isEmptyStream({ response }: Exchange): boolean {
  return (
    response?.status === 200 && mediaType(response) === 'text/event-stream' && streamOf(response).payloads.length === 0
  )
}

const rules: readonly Rule[] = [
  sameTrigger,
  inGeneral,
  sameRefusal,
  sameValue,
  sameNulls,
  sameResponses,
  sameEvent,
  sizeLimit,
  otherForm,
  hiddenError,
  noEvents,
]

export function haveOneRoot(one: Group, other: Group, couldShow: Count): boolean {
  return rules.some((rule) => rule(one, other, couldShow) || rule(other, one, couldShow))
}

/** @param couldShow the number of responses that could show what a group shows */
export function unite(groups: readonly Group[], couldShow: Count): Group[] {
  const roots = groups.reduce<readonly (readonly Group[])[]>((known, group) => {
    const isItsRoot = (root: readonly Group[]): boolean => root.some((each) => haveOneRoot(each, group, couldShow))
    return [...known.filter((root) => !isItsRoot(root)), [...known.filter(isItsRoot).flat(), group]]
  }, [])
  return roots.map(asOne)
}

/** The clearest group decides the kind: a status before a form, then refused valid requests, then more responses. */
function asOne(root: readonly Group[]): Group {
  const isClear = ({ kind, statuses }: Group): number => (kind !== 'status' ? 0 : statuses.includes(200) ? 2 : 1)
  const [lead, ...others] = root.toSorted((a, b) => isClear(b) - isClear(a) || b.clues.length - a.clues.length)
  if (!lead) throw new Error('a root has no group')
  return { ...lead, also: [...lead.also, ...others.flatMap(({ clues, also }) => [...clues, ...also])] }
}
