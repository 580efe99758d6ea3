import { type Freedoms, type Switch, switches } from './switches.ts'

export { type Freedoms, type Switch, switches } from './switches.ts'

const entries = Object.entries(switches) as [keyof Freedoms, Switch][]

// The table and the type are derived from the same object, so the cast is safe.
function choose(pick: (name: string, point: Switch) => string): Freedoms {
  return Object.fromEntries(entries.map(([name, point]) => [name, pick(name, point)])) as Freedoms
}

export function defaultFreedoms(): Freedoms {
  return choose((_name, point) => point.values[0])
}

/** Values that break neither the contract nor a `should` of the readings. */
export function unwarnedValues(point: Switch): readonly string[] {
  return point.values.filter((value) => !point.warned?.includes(value))
}

/**
 * The same seed gives the same combination, so that a failing run can be repeated.
 * @param strict leaves out the values that a strict run may warn about
 */
export function pickFreedoms(seed: number, { strict = false } = {}): Freedoms {
  return choose((name, point) => {
    const values = strict ? unwarnedValues(point) : point.values
    // Hash the name too, so that a switch keeps its value for a seed when other switches are added or removed.
    return values[spread(seed, name) % values.length] ?? point.values[0]
  })
}

/** FNV-1a over the name and the seed, with a final mix so that the low bits are usable. */
function spread(seed: number, name: string): number {
  let hash = 0x811c9dc5
  for (const character of `${seed}/${name}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return (hash ^ (hash >>> 15)) >>> 0
}
