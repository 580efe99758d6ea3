/** Every variant of the red team. */
import { pickFreedoms } from '../../second-gateway/index.ts'
import { allowed, type RedTeamVariant } from '../rows.ts'
import { responses } from './responses.ts'
import { streams } from './streams.ts'
import { wire } from './wire.ts'

const shared = { compression: 'never', basePath: 'none' } as const
/** Many freedoms at once, through a proxy. */
const seeds = Array.from({ length: 20 }, (_, at) => 101 + at).map((seed) => [
  `seeds.${seed}`,
  { freedoms: { ...pickFreedoms(seed, { strict: true }), ...shared } },
])

export const variants: readonly RedTeamVariant[] = [
  ...responses,
  ...streams,
  ...wire,
  ...allowed('freedoms in combination', Object.fromEntries(seeds)),
]
