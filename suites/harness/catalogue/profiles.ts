/** Profiles: how much a run must show. Options name them, so they are separate from the catalogue, which needs YAML. */

/** From the smallest to the largest; each includes the ones before it. */
export const profiles = ['smoke', 'core', 'full'] as const
export type Profile = (typeof profiles)[number]

/** The approximate number of requests of a run against a conforming gateway: for an estimate of its duration. */
export const usualRequests: Readonly<Record<Profile, number>> = { smoke: 9, core: 721, full: 1240 }

/** How many variations a run combines: every two, or every three for runs that may take long. */
export type Depth = 2 | 3

/** Whether `profile` is `smallest`, or a larger profile. */
export function includes(profile: Profile, smallest: Profile): boolean {
  return profiles.indexOf(smallest) <= profiles.indexOf(profile)
}
