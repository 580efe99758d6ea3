/** Objects without the members that have no value: JSON leaves those out, and so do our optional members. */

type Absent<T> = { [Name in keyof T]: undefined extends T[Name] ? Name : never }[keyof T]

export type Compact<T> = Omit<T, Absent<T>> & { [Name in Absent<T>]?: Exclude<T[Name], undefined> }

/** The same object, in the same order, without the members that are undefined. Members of members stay as they are. */
export function compact<const T extends object>(object: T): Compact<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Compact<T>
}
