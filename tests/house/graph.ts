/** The import graph of the project. */
import type { Source } from './sources.ts'

/** Import cycles, including types: a cycle of types is one idea in several files. */
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
  /** Whether to follow dynamic imports; default: true. */
  readonly deferred?: boolean
}

/** All files that a file imports directly or indirectly; includes the file itself only in a cycle. */
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
