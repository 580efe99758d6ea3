/** Objects without undefined members, as in JSON; and caches for results, by object or in a map. */

type Absent<T> = { [Name in keyof T]: undefined extends T[Name] ? Name : never }[keyof T]

export type Compact<T> = Omit<T, Absent<T>> & { [Name in Absent<T>]?: Exclude<T[Name], undefined> }

/** A copy of the object without members that are undefined. Nested objects are not changed. */
export function compact<const T extends object>(object: T): Compact<T> {
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(object)) {
    const value = (object as Readonly<Record<string, unknown>>)[name]
    if (value !== undefined) kept[name] = value
  }
  return kept as Compact<T>
}

/** A function that caches its results, each for as long as its argument lives. */
export function kept<Of extends object, Result>(make: (of: Of) => Result): (of: Of) => Result {
  const results = new WeakMap<Of, Result>()
  return (of) => {
    if (!results.has(of)) results.set(of, make(of))
    return results.get(of) as Result
  }
}

/** A function that makes a value at its first call, and keeps it. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** The value of a key in a map. A missing value is made and stored. */
export function entryOf<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
