import { isObject } from '../request/body.ts'
import { Disturb } from './disturb.ts'
import { problemsOf, type Row, type SettingsProblem } from './disturbance.ts'
import * as rows from './rows.ts'

type Rows = typeof rows

/** A disturbance in the form of a configuration: `{ name: 'stall', after: 2, ms: 500, first: 2 }`. */
export type DisturbSettings = { readonly [B in keyof Rows]: ReturnType<Rows[B]>['settings'] }[keyof Rows]

/** The name of a disturbance. */
export type DisturbName = DisturbSettings['name']

const ordered = Object.values(rows)
  .sort((a, b) => a.position - b.position)
  .map(({ row }): Row => row)

/** Every disturbance by its name, in the order of the definitions. */
export const TABLE = Object.fromEntries(ordered.map((row) => [row.name, row])) as Readonly<Record<DisturbName, Row>>

/** The names of all disturbances. */
export const DISTURBANCES = Object.keys(TABLE) as readonly DisturbName[]

/** How a transport carries a disturbance: exactly, or so that it looks like `cut`. */
export type Capability = 'exact' | 'same-as-cut'

/** `socket` is a mock with a port; `fetch` is the `fetch` of a mock and the handlers for msw. */
export type Transport = 'socket' | 'fetch'

/**
 * How each transport can carry each disturbance.
 * @example assert.equal(CAPABILITIES.reset.fetch, 'same-as-cut')
 */
export const CAPABILITIES = Object.fromEntries(
  ordered.map(({ name, fetch = 'exact' }) => [name, { socket: 'exact', fetch }]),
) as Readonly<Record<DisturbName, Readonly<Record<Transport, Capability>>>>

/** Whether there is a disturbance of this name. */
export function isDisturbance(name: unknown): name is DisturbName {
  return typeof name === 'string' && Object.hasOwn(TABLE, name)
}

/** All mistakes in the settings of a disturbance. A disturbance from a builder is already valid. */
export function problemsOfSettings(settings: unknown): SettingsProblem[] {
  if (settings instanceof Disturb) return []
  if (!isObject(settings)) return [{ message: 'must be a mapping such as { name: stall, after: 2, ms: 500 }' }]
  const { name, ...rest } = settings
  if (!isDisturbance(name)) return [{ member: 'name', message: `must be one of ${DISTURBANCES.join(', ')}` }]
  return problemsOf(TABLE[name], rest)
}

/** Creates a disturbance with its own count from valid settings or from another disturbance. */
export function openDisturb(settings: DisturbSettings | Disturb): Disturb {
  const plain = (settings instanceof Disturb ? settings.settings : settings) as DisturbSettings
  return new Disturb(plain, TABLE[plain.name].change(plain as never))
}
