/** Objects without the members that have no value, as JSON leaves those out; and results that are kept with their objects. */

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

/** A function whose results are kept, each for as long as the object lives that it is made of. */
export function kept<Of extends object, Result>(make: (of: Of) => Result): (of: Of) => Result {
  const results = new WeakMap<Of, Result>()
  return (of) => {
    if (!results.has(of)) results.set(of, make(of))
    return results.get(of) as Result
  }
}
