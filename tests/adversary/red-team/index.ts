/**
 * The red team: faults and variants that were written independently of those of the mock. A layer adds them to the
 * second gateway, which shares no code with the mock, so that they share no mistakes either.
 */
export { faults as redTeamFaults } from './faults/index.ts'
export { startLayer } from './layer/layer.ts'
export type { RedTeamFault, RedTeamVariant } from './rows.ts'
export { variants as redTeamVariants } from './variants/index.ts'
