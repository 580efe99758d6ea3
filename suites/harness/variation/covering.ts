/**
 * Makes a covering array: dimension by dimension, each new one gets, row by row, the values that meet most of what they
 * have not met, and new rows hold the rest.
 */

/** Places of values; -1 where any will do. */
type Places = number[]

/** Groups of earlier dimensions, each with a place in which its cells begin. */
interface Group {
  readonly members: readonly number[]
  readonly start: number
}

const ANY = -1

/** @returns rows in which every `depth` values of different dimensions occur together. @param sizes numbers of their values */
export function coveringRows(sizes: readonly number[], depth: number): number[][] {
  const rows: Places[] = []
  for (const at of sizes.keys()) grow(rows, sizes, at, depth)
  return rows.map((row, number) => row.map((place, at) => (place === ANY ? number % (sizes[at] as number) : place)))
}

function groupsBefore(sizes: readonly number[], at: number, size: number): { groups: Group[]; cells: number } {
  let chosen: number[][] = [[]]
  for (let held = 0; held < size; held += 1)
    chosen = chosen.flatMap((members) => {
      const from = (members.at(-1) ?? -1) + 1
      return Array.from({ length: at - from }, (_, step) => [...members, from + step])
    })
  let cells = 0
  const groups = chosen.map((members): Group => {
    const start = cells
    cells += members.reduce((product, member) => product * (sizes[member] as number), 1)
    return { members, start }
  })
  return { groups, cells }
}

/** Where the values of a row in a group stand; undefined where one of them is open. */
function cellOf(row: Places, { members, start }: Group, sizes: readonly number[]): number | undefined {
  let place = 0
  for (const member of members) {
    const value = row[member] as number
    if (value === ANY) return undefined
    place = place * (sizes[member] as number) + value
  }
  return start + place
}

/** Adds one dimension to the rows. */
function grow(rows: Places[], sizes: readonly number[], at: number, depth: number): void {
  const size = sizes[at] as number
  const { groups, cells } = groupsBefore(sizes, at, depth - 1)
  const met = new Uint8Array(cells * size)
  const used = new Array<number>(size).fill(0)
  for (const row of rows) {
    const own = groups.flatMap((group) => cellOf(row, group, sizes) ?? [])
    let [best, most] = [ANY, 0]
    for (let value = 0; value < size; value += 1) {
      let fresh = 0
      for (const cell of own) if (met[cell * size + value] === 0) fresh += 1
      const isBetter = fresh > most || (fresh === most && fresh > 0 && (used[value] as number) < (used[best] as number))
      if (isBetter) [best, most] = [value, fresh]
    }
    row.push(best)
    if (best === ANY) continue
    used[best] = (used[best] as number) + 1
    for (const cell of own) met[cell * size + best] = 1
  }
  addRest(rows, sizes, at, groups, met)
}

/** Rows for what has not met yet, or what is open in others. */
function addRest(
  rows: Places[],
  sizes: readonly number[],
  at: number,
  groups: readonly Group[],
  met: Uint8Array,
): void {
  const size = sizes[at] as number
  let open = rows.filter((row) => row.includes(ANY))
  for (const { members, start } of groups) {
    const count = members.reduce((product, member) => product * (sizes[member] as number), 1)
    for (let place = 0; place < count * size; place += 1) {
      if (met[start * size + place] === 1) continue
      const values: [dimension: number, value: number][] = [[at, place % size]]
      let rest = Math.floor(place / size)
      for (const member of members.toReversed()) {
        values.push([member, rest % (sizes[member] as number)])
        rest = Math.floor(rest / (sizes[member] as number))
      }
      const fits = (row: Places): boolean =>
        values.every(([dimension, value]) => row[dimension] === ANY || row[dimension] === value)
      let row = open.find(fits)
      if (!row) {
        row = new Array<number>(at + 1).fill(ANY)
        rows.push(row)
        open.push(row)
      }
      for (const [dimension, value] of values) row[dimension] = value
      if (!row.includes(ANY)) open = open.filter((other) => other !== row)
    }
  }
}
