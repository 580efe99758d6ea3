/** Every oddity. */
import { pickFreedoms } from '../../second-gateway/index.ts'
import { answers } from './answers.ts'
import { certified, type Oddity } from './oddity.ts'
import { wire } from './wire.ts'

const shared = { compression: 'never', basePath: 'none' } as const
/** Many freedoms at once, through a proxy. */
const seeds = Array.from({ length: 20 }, (_, at) => 101 + at).map(
  (seed) =>
    [
      `seed-${seed}`,
      'freedoms in combination',
      { freedoms: { ...pickFreedoms(seed, { strict: true }), ...shared } },
    ] as const,
)

export const oddities: readonly Oddity[] = [...wire, ...answers, ...certified(...seeds)]
