/** One member of each item, or several as a row, to compare in a test. */
export function membersOf<T, Name extends keyof T>(items: Iterable<T>, ...names: readonly Name[]): unknown[] {
  return [...items].map((item) => {
    const row = names.map((name) => item[name])
    return row.length === 1 ? row[0] : row
  })
}
