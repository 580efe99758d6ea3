/** `mock --as`: the breaches that public reports describe for a server, as faults of the mock. */
import { incidents } from '../../../suites/harness/catalogue/incidents.ts'
import { nearest } from '../../../suites/harness/catalogue/nearest.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'

/** The name of a project without its owner, as people write it: `vllm`. */
const nameOf = (source: string): string => /\/([^#]+)/.exec(source)?.[1]?.toLowerCase() ?? source

/** Servers with at least two different reported faults, each fault with the date of its report. */
export function servers(): ReadonlyMap<string, readonly (readonly [fault: string, date: string])[]> {
  const known = incidents.flatMap(({ source, date = '', fault }) =>
    fault === undefined ? [] : [{ source, date, fault }],
  )
  const byName = Map.groupBy(known, ({ source }) => nameOf(source))
  return new Map(
    [...byName]
      .filter(([, own]) => new Set(own.map(({ fault }) => fault)).size > 1)
      .map(([name, own]) => [name, own.map(({ fault, date }) => [fault, date] as const)]),
  )
}

/** @param as `vllm`, or `vllm@2024` for reports of that year. @throws UsageError with the known servers */
export function faultsOf(as: string): string[] {
  const [name = '', year = ''] = as.toLowerCase().split('@')
  const all = servers()
  const own = (all.get(name) ?? []).filter(([, date]) => date.startsWith(year))
  if (own.length > 0) return [...new Set(own.map(([fault]) => fault))]
  if (all.has(name)) {
    const years = [...new Set((all.get(name) ?? []).map(([, date]) => date.slice(0, 4)))].filter(Boolean).sort()
    throw new UsageError(`--as ${name}: no report of ${year}; there are reports of ${years.join(', ')}`)
  }
  const meant = nearest(name, [...all.keys()])
  const hint = meant === undefined ? `there are ${[...all.keys()].sort().join(', ')}` : `did you mean ${meant}?`
  throw new UsageError(`--as: there are no reports of '${name}'; ${hint}`)
}
