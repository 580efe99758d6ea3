import type { Variant } from '../oddity.ts';

/** Every variant. */
export const variants: readonly Variant[] = [];
