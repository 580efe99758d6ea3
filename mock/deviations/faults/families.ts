import type { Apply, Fault } from '../deviation.ts'
import { digits, type Json, type JsonEdit } from '../edits/json.ts'

/** A member of a wire object, and the requirements that speak about it. */
export interface Member {
  readonly name: string
  readonly kind: Kind
  readonly breaks: readonly string[]
  /** The members of other objects are reached through this. Undefined where an answer has no such object. */
  readonly owner: (document: Json) => Json | undefined
  /** Other changes than those of its kind: where some break nothing here, or too much, or nothing new. */
  readonly only?: readonly ChangeName[]
}

type ChangeName = keyof typeof CHANGES
type Kind = keyof typeof KINDS

/** What can be wrong with a member. */
const CHANGES = {
  missing: { shows: 'is left out', edit: (owner: Json, name: string) => delete owner[name] },
  null: { shows: 'is null', edit: (owner: Json, name: string) => (owner[name] = null) },
  number: { shows: 'is a number', edit: (owner: Json, name: string) => (owner[name] = 7) },
  string: { shows: 'is written as a string', edit: (owner: Json, name: string) => (owner[name] = String(owner[name])) },
  object: { shows: 'is an object', edit: (owner: Json, name: string) => (owner[name] = { value: owner[name] }) },
  array: { shows: 'is wrapped in an array', edit: (owner: Json, name: string) => (owner[name] = [owner[name]]) },
  other: { shows: 'has a value of its own', edit: (owner: Json, name: string) => (owner[name] = `${owner[name]}_x`) },
  capital: {
    shows: 'is written with a capital',
    edit: (owner: Json, name: string) => (owner[name] = capital(owner[name])),
  },
  one: { shows: 'is 1', edit: (owner: Json, name: string) => (owner[name] = 1) },
  negative: { shows: 'is -1', edit: (owner: Json, name: string) => (owner[name] = -1) },
  fraction: { shows: 'has a fraction', edit: (owner: Json, name: string) => (owner[name] += 0.5) },
  beyond: {
    shows: 'is 9223372036854775808',
    edit: (owner: Json, name: string) => (owner[name] = digits('9223372036854775808')),
  },
} as const

/** Which changes make a value of a kind wrong. */
const KINDS = {
  string: ['missing', 'number'],
  constant: ['missing', 'other'],
  enum: ['missing', 'null', 'other'],
  integer: ['missing', 'string', 'negative', 'fraction', 'beyond'],
  zero: ['missing', 'string', 'one'],
  array: ['missing', 'null', 'object'],
  object: ['missing', 'null', 'array'],
} as const

/** One fault for each way in which each member can be wrong. `where` lays the edit over the right answers. */
export function memberFaults(object: string, members: readonly Member[], where: (edit: JsonEdit) => Apply): Fault[] {
  return members.flatMap(({ name, kind, breaks, owner, only }) =>
    (only ?? KINDS[kind]).map((change: ChangeName) => ({
      name: `${object}-${name.replaceAll('_', '-')}-${change}`,
      breaks,
      shows: `${name} of ${object.replaceAll('-', ' ')} ${CHANGES[change].shows}`,
      apply: where((document) => {
        const found = owner(document)
        if (found === undefined || found === null || !(name in found)) return false
        CHANGES[change].edit(found, name)
        return true
      }),
    })),
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
