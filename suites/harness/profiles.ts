/** Profiles from the smallest to the largest; each holds all that the ones before it hold. */
export const profiles = ['smoke', 'core', 'full'] as const
export type Profile = (typeof profiles)[number]
