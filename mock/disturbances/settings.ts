import { Disturb, type DisturbName, type DisturbSettings, FREQUENCY, type Kind } from '../core/disturbance.ts'
import { DISTURBANCES, type Row, TABLE } from './table.ts'

/** What is wrong with the settings of a disturbance, and with which of them. */
export interface SettingsProblem {
  readonly member?: string
  readonly message: string
}

/** The parameters of a disturbance, with its frequency. */
export function kindsOf(name: DisturbName): Readonly<Record<string, Kind>> {
  return { ...TABLE[name].parameters, ...FREQUENCY }
}

/** Whether there is a disturbance of this name. */
export function isDisturbance(name: unknown): name is DisturbName {
  return typeof name === 'string' && Object.hasOwn(TABLE, name)
}

/** Everything wrong with the settings of a disturbance; a disturbance that a builder made is right. */
export function problemsOfSettings(settings: unknown): SettingsProblem[] {
  if (settings instanceof Disturb) return []
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    return [{ message: 'must be a mapping such as { name: stall, after: 2, ms: 500 }' }]
  const { name, ...rest } = settings as Record<string, unknown>
  if (!isDisturbance(name)) return [{ member: 'name', message: `must be one of ${DISTURBANCES.join(', ')}` }]
  return [...problemsOfMembers(name, rest), ...problemsOfPresence(name, rest)]
}

/** A disturbance of checked settings, or of another one, with a count of its own. */
export function openDisturb(settings: DisturbSettings | Disturb): Disturb {
  const plain = settings instanceof Disturb ? settings.settings : settings
  return new Disturb(plain, (TABLE[plain.name] as Row<DisturbSettings>).change(plain))
}

/** A disturbance of settings from code. @throws RangeError when they cannot be used */
export function buildDisturb(settings: DisturbSettings): Disturb {
  const [problem] = problemsOfSettings(settings)
  if (!problem) return openDisturb(settings)
  const { member, message } = problem
  throw new RangeError(`The disturbance ${settings.name}: ${member ? `${member} ` : ''}${message}.`)
}

function problemsOfMembers(name: DisturbName, settings: Record<string, unknown>): SettingsProblem[] {
  const kinds = kindsOf(name)
  return Object.entries(settings).flatMap(([member, value]): SettingsProblem[] => {
    if (value === undefined) return []
    const kind = Object.hasOwn(kinds, member) ? kinds[member] : undefined
    if (!kind) return [{ member, message: `is unknown to ${name}; use one of ${Object.keys(kinds).join(', ')}` }]
    return kind.fits(value) ? [] : [{ member, message: `must be ${kind.words}` }]
  })
}

function problemsOfPresence(name: DisturbName, settings: Record<string, unknown>): SettingsProblem[] {
  const { parameters, required = [], one }: Row<never> = TABLE[name]
  const names = Object.keys(parameters)
  if (one && names.filter((member) => settings[member] !== undefined).length !== 1)
    return [{ message: `needs exactly one of ${names.join(', ')}` }]
  return required
    .filter((member) => settings[member] === undefined)
    .map((member) => ({ message: `lacks the member ${String(member)}; add it` }))
}
