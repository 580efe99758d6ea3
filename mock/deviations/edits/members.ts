import { type Apply, type Worded, worded } from '../deviation.ts'
import { digits, type Json, type JsonEdit } from './json.ts'

/** Faults of one member of a document: their descriptions and their edits. */
const WRONG = {
  missing: ['is left out', (owner: Json, name: string) => delete owner[name]],
  null: ['is null', (owner: Json, name: string) => (owner[name] = null)],
  number: ['is a number', (owner: Json, name: string) => (owner[name] = 7)],
  string: ['is written as a string', (owner: Json, name: string) => (owner[name] = String(owner[name]))],
  object: ['is an object', (owner: Json, name: string) => (owner[name] = { value: owner[name] })],
  array: ['is wrapped in an array', (owner: Json, name: string) => (owner[name] = [owner[name]])],
  other: ['has its own value', (owner: Json, name: string) => (owner[name] = `${owner[name]}_x`)],
  capital: ['is written with a capital', (owner: Json, name: string) => (owner[name] = capital(owner[name]))],
  one: ['is 1', (owner: Json, name: string) => (owner[name] = 1)],
  negative: ['is -1', (owner: Json, name: string) => (owner[name] = -1)],
  fraction: ['has a fraction', (owner: Json, name: string) => (owner[name] += 0.5)],
  beyond: ['is 9223372036854775808', (owner: Json, name: string) => (owner[name] = digits('9223372036854775808'))],
} as const

/**
 * Creates rows about the members of one kind of object. `choice('index', 'missing')` shows
 * `index of choice is left out`. If the object has no such member, nothing is edited.
 */
export const membersOf =
  (owner: string, applied: (edit: JsonEdit) => Apply) =>
  (name: string, wrong: keyof typeof WRONG): Worded => {
    const [words, change] = WRONG[wrong]
    const edit: JsonEdit = (object) => (name in object ? [change(object, name)] : false)
    return worded(`${name} of ${owner} ${words}`, applied(edit))
  }

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
