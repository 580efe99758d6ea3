import type { Disturb } from './disturb.ts'
import { kindsOf } from './disturbance.ts'
import { DISTURBANCES, type DisturbSettings, isDisturbance, openDisturb, problemsOfSettings, TABLE } from './table.ts'

/** The content of the header `x-test-fault`. */
export interface TestHeader {
  readonly refusal: 'internal' | 'unavailable' | undefined
  /** Names of faults, which may not exist. */
  readonly faults: readonly string[]
  readonly disturbances: readonly Disturb[]
}

interface Item {
  readonly name: string
  readonly given: readonly (readonly [parameter: string, text: string])[]
}

/** The form of names that error messages may quote; they quote nothing else of the header. */
const NAME = /^[a-z][a-z0-9-]{0,60}$/

/** Parses a header such as `stall; after=2; ms=500, split; every=1`. Returns an error message if it is invalid. */
export function readTestHeader(header: string): TestHeader | string {
  const items = header.split(',').map(itemOf)
  const problem = items.map(problemOf).find(Boolean)
  if (problem) return problem
  return {
    refusal: items.map(({ name }) => name).find(isRefusal),
    faults: items.filter(({ name }) => name === 'fault').map(({ given }) => given[0]?.[1] ?? ''),
    disturbances: items.filter(({ name }) => isDisturbance(name)).map((item) => openDisturb(settingsOf(item))),
  }
}

function itemOf(text: string): Item {
  const [name = '', ...given] = text.split(';').map((part) => part.trim())
  const parameters = given.map((part) => {
    const [parameter = '', ...rest] = part.split('=')
    return [parameter.trim(), rest.join('=').trim()] as const
  })
  return { name, given: parameters }
}

function problemOf(item: Item): string | undefined {
  const { name, given } = item
  if (isRefusal(name)) return given.length > 0 ? `${name} takes no parameters` : undefined
  if (name === 'fault')
    return given.length === 1 && given[0]?.[0] === 'name' && NAME.test(given[0][1])
      ? undefined
      : 'fault needs one parameter, the name of a fault: fault; name=completion-usage-null'
  if (!isDisturbance(name))
    return `${quoted(name)} is unknown; use internal, unavailable, fault, ${DISTURBANCES.join(', ')}`
  const repeated = given.find(([parameter], at) => given.findIndex(([other]) => other === parameter) < at)
  if (repeated) return `${name}: ${quoted(repeated[0])} occurs twice`
  if (given.some(([parameter]) => parameter === 'first'))
    return `${name}: first counts requests, and the header is about one; leave it out`
  const [found] = problemsOfSettings(settingsOf(item))
  return found && `${name}: ${found.member === undefined ? '' : `${quoted(found.member)} `}${found.message}`
}

function settingsOf({ name, given }: Item): DisturbSettings {
  const kinds = isDisturbance(name) ? kindsOf(TABLE[name]) : {}
  const read = (parameter: string, text: string): unknown =>
    Object.hasOwn(kinds, parameter) ? kinds[parameter]?.read(text) : text
  const members = given.map(([parameter, text]) => [parameter, read(parameter, text)])
  return { ...Object.fromEntries(members), name } as DisturbSettings
}

const isRefusal = (name: string): name is 'internal' | 'unavailable' => name === 'internal' || name === 'unavailable'

const quoted = (name: string): string => (NAME.test(name) ? name : 'a part that is not a name')
