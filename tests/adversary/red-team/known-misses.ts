/** Faults of the red team that the suites do not catch, with the reason. A fault here that is caught is a mistake here. */
export const knownMisses: Readonly<Record<string, string>> = {
  'models.unknown-name-of-gpt': 'no request has this name: a check would have to know the name that a gateway favours',
  'values.max-tokens-with-lost-fraction': 'no request has a fraction that a double loses',
}
