/** The files of the project as a graph of their imports. */
import type { Source } from './sources.ts'

/** Files that import each other in a circle, types included: a circle of types is one idea in several files. */
export function circlesIn(sources: readonly Source[]): string[][] {
  const reached = new Map(sources.map(({ path }) => [path, reachableFrom(path, sources, { types: true })]))
  const inCircle = sources.map(({ path }) => path).filter((path) => reached.get(path)?.has(path))
  const circles = Map.groupBy(inCircle, (path) =>
    inCircle.filter((other) => reached.get(path)?.has(other) && reached.get(other)?.has(path)).join(),
  )
  return [...circles.values()]
}

interface Followed {
  readonly types: boolean
  /** Imports that are reached while the program runs; they are followed unless this says otherwise. */
  readonly deferred?: boolean
}

/** Every file that a file leads to; itself only where a circle leads back. */
export function reachableFrom(
  from: string,
  sources: readonly Source[],
  { types, deferred: later = true }: Followed,
): ReadonlySet<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set<string>()
  const next = [from]
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    for (const { to, erased, deferred } of byPath.get(path)?.imports ?? []) {
      if ((erased && !types) || (deferred && !later) || reached.has(to) || !byPath.has(to)) continue
      reached.add(to)
      next.push(to)
    }
  }
  return reached
}
