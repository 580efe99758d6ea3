/** Objects without the members that have no value: JSON leaves those out, and so do our optional members. */

type Absent<T> = { [Name in keyof T]: undefined extends T[Name] ? Name : never }[keyof T]

export type Compact<T> = Omit<T, Absent<T>> & { [Name in Absent<T>]?: Exclude<T[Name], undefined> }

/** The same object, in the same order, without the members that are undefined. Members of members stay as they are. */
export function compact<const T extends object>(object: T): Compact<T> {
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(object)) {
    const value = (object as Readonly<Record<string, unknown>>)[name]
    if (value !== undefined) kept[name] = value
  }
  return kept as Compact<T>
}
