import { Disturb } from './disturb.ts'
import { problemsOf, type SettingsProblem } from './disturbance.ts'
import { DISTURBANCES, type DisturbName, type DisturbSettings, TABLE } from './table.ts'

/** Whether there is a disturbance of this name. */
export function isDisturbance(name: unknown): name is DisturbName {
  return typeof name === 'string' && Object.hasOwn(TABLE, name)
}

/** All mistakes in the settings of a disturbance; one that a builder made has none. */
export function problemsOfSettings(settings: unknown): SettingsProblem[] {
  if (settings instanceof Disturb) return []
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    return [{ message: 'must be a mapping such as { name: stall, after: 2, ms: 500 }' }]
  const { name, ...rest } = settings as Record<string, unknown>
  if (!isDisturbance(name)) return [{ member: 'name', message: `must be one of ${DISTURBANCES.join(', ')}` }]
  return problemsOf(TABLE[name], rest)
}

/** A disturbance of checked settings, or of another one, with its own count. */
export function openDisturb(settings: DisturbSettings | Disturb): Disturb {
  const plain = (settings instanceof Disturb ? settings.settings : settings) as DisturbSettings
  return new Disturb(plain, TABLE[plain.name].change(plain as never))
}
