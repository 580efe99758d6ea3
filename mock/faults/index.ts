import type { Fault } from '../oddity.ts';

/** Every fault, in the order of the contract. */
export const faults: readonly Fault[] = [];
