import type { Variant } from '../deviation.ts'
import { once } from '../once.ts'
import { bodyVariants } from './bodies.ts'
import { capacityVariants } from './capacity.ts'
import { catalogVariants } from './catalogs.ts'
import { documentVariants } from './documents.ts'
import { errorVariants } from './errors.ts'
import { headerVariants } from './headers.ts'
import { orderVariants } from './order.ts'
import { policyVariants } from './policies.ts'
import { stateVariants } from './states.ts'
import { streamBytesVariants } from './stream-bytes.ts'
import { streamShapeVariants } from './stream-shape.ts'
import { usageVariants } from './usage.ts'

/** Every variant: what a gateway may do differently and still keep the contract. */
export const variants = once((): readonly Variant[] => [
  ...catalogVariants(),
  ...documentVariants(),
  ...usageVariants(),
  ...streamShapeVariants(),
  ...streamBytesVariants(),
  ...errorVariants(),
  ...headerVariants(),
  ...orderVariants(),
  ...bodyVariants(),
  ...policyVariants(),
  ...capacityVariants(),
  ...stateVariants(),
])
