import { digits, type Json, type JsonEdit } from './json.ts'

/** Makes an edit of one member; it does nothing where the document has no such member. */
const edit =
  (change: (owner: Json, name: string) => unknown) =>
  (name: string): JsonEdit =>
  (owner) => {
    if (!(name in owner)) return false
    change(owner, name)
    return true
  }

/** What can be wrong with one member of a document: `member.missing('role')`. */
export const member = {
  missing: edit((owner, name) => delete owner[name]),
  null: edit((owner, name) => (owner[name] = null)),
  number: edit((owner, name) => (owner[name] = 7)),
  string: edit((owner, name) => (owner[name] = String(owner[name]))),
  object: edit((owner, name) => (owner[name] = { value: owner[name] })),
  array: edit((owner, name) => (owner[name] = [owner[name]])),
  other: edit((owner, name) => (owner[name] = `${owner[name]}_x`)),
  capital: edit((owner, name) => (owner[name] = capital(owner[name]))),
  one: edit((owner, name) => (owner[name] = 1)),
  negative: edit((owner, name) => (owner[name] = -1)),
  fraction: edit((owner, name) => (owner[name] += 0.5)),
  beyond: edit((owner, name) => (owner[name] = digits('9223372036854775808'))),
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
