import { isObject } from '../request/body.ts'
import { Disturb } from './disturb.ts'
import { problemsOf, type Row, type SettingsProblem } from './disturbance.ts'
import * as rows from './rows.ts'

type Rows = typeof rows

/** A disturbance as a configuration writes it: `{ name: 'stall', after: 2, ms: 500, first: 2 }`. */
export type DisturbSettings = { readonly [B in keyof Rows]: ReturnType<Rows[B]>['settings'] }[keyof Rows]

/** The name of a disturbance. */
export type DisturbName = DisturbSettings['name']

const ordered = Object.values(rows)
  .sort((a, b) => a.position - b.position)
  .map(({ row }): Row => row)

/** Every disturbance by its name, in their order. */
export const TABLE = Object.fromEntries(ordered.map((row) => [row.name, row])) as Readonly<Record<DisturbName, Row>>

/** The names of all disturbances. */
export const DISTURBANCES = Object.keys(TABLE) as readonly DisturbName[]

/** How a transport shows a disturbance: as the table says, or as `cut` shows itself. */
export type Capability = 'exact' | 'same-as-cut'

/** `socket` is a running mock; `fetch` is its `fetch` and the handlers for msw. */
export type Transport = 'socket' | 'fetch'

/**
 * What each transport can express of each disturbance.
 * @example assert.equal(CAPABILITIES.reset.fetch, 'same-as-cut')
 */
export const CAPABILITIES = Object.fromEntries(
  ordered.map(({ name, fetch = 'exact' }) => [name, { socket: 'exact', fetch }]),
) as Readonly<Record<DisturbName, Readonly<Record<Transport, Capability>>>>

/** Whether there is a disturbance of this name. */
export function isDisturbance(name: unknown): name is DisturbName {
  return typeof name === 'string' && Object.hasOwn(TABLE, name)
}

/** All mistakes in the settings of a disturbance; one that a builder made has none. */
export function problemsOfSettings(settings: unknown): SettingsProblem[] {
  if (settings instanceof Disturb) return []
  if (!isObject(settings)) return [{ message: 'must be a mapping such as { name: stall, after: 2, ms: 500 }' }]
  const { name, ...rest } = settings
  if (!isDisturbance(name)) return [{ member: 'name', message: `must be one of ${DISTURBANCES.join(', ')}` }]
  return problemsOf(TABLE[name], rest)
}

/** A disturbance of checked settings, or of another one, with its own count. */
export function openDisturb(settings: DisturbSettings | Disturb): Disturb {
  const plain = (settings instanceof Disturb ? settings.settings : settings) as DisturbSettings
  return new Disturb(plain, TABLE[plain.name].change(plain as never))
}
