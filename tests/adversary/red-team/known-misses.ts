/** Faults of the red team that the suites do not catch, with the reason. One that is caught has to leave this list. */

export const knownMisses: Readonly<Record<string, string>> = {}
