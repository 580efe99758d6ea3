/** Profiles: how much a run has to evidence. Apart from the catalogue, since options name them and need no YAML. */

/** From the smallest to the largest; each holds all that the ones before it hold. */
export const profiles = ['smoke', 'core', 'full'] as const
export type Profile = (typeof profiles)[number]

/** Whether `profile` holds what belongs to `smallest`. */
export function includes(profile: Profile, smallest: Profile): boolean {
  return profiles.indexOf(smallest) <= profiles.indexOf(profile)
}
