/** Faults of the red team that the suites do not catch, with the reason. One that is caught has to leave this list. */

export const knownMisses: Readonly<Record<string, string>> = {
  'values.max-tokens-with-huge-exponent': 'the usual seed draws no exponent of this size for max_tokens',
  'refusals.temperature-between-1.2-and-1.3': 'the usual seed draws no temperature between the two',
  'messages.unknown-with-dollar': 'the usual seed draws no name with a dollar sign',
}
