/** The mock's rows, each by the name that `--only` knows it by. */
import type { Options } from '../options.ts'
import type { Built } from './build.ts'
import { footprint } from './footprint.ts'
import { crowded, distributions, lateness } from './paced-rows.ts'
import type { Row } from './row.ts'
import { soak } from './soak.ts'
import { door, start } from './start-rows.ts'
import { shared } from './store-row.ts'
import { compare, comparisons } from './throughput-rows.ts'

type Measure = (options: Options, built: Built) => Promise<Row> | Row

const throughput = Object.entries(comparisons).map(([name, comparison]): [string, Measure] => [
  name,
  ({ rounds }, built) => compare(comparison, rounds, built),
])

export const mockRows: Readonly<Record<string, Measure>> = {
  ...Object.fromEntries(throughput),
  paced: ({ rounds }, built) => lateness(rounds, built),
  open: ({ rounds }, built) => crowded(rounds, built),
  drawn: ({ rounds }, built) => distributions(rounds, built),
  store: ({ rounds }, built) => shared(rounds, built),
  soak: (options, built) => soak(options.soak, built),
  start: ({ rounds }, built) => start(rounds, built),
  import: ({ rounds }, built) => door(rounds, built),
  footprint,
}
