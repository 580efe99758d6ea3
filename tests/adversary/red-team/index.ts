/**
 * The red team: faults and variants that were listed without a look at ours. A layer puts them over the second
 * gateway, which shares no line with the mock, so that neither shares a mistake with our own faults.
 */
export type { RedTeamFault } from './fault.ts'
export { faults as redTeamFaults } from './faults/index.ts'
export { startLayer } from './layer/layer.ts'
export type { RedTeamVariant } from './variant.ts'
export { variants as redTeamVariants } from './variants/index.ts'
