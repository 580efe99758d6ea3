/** The sections of the contract, by number, in their order. */
const titles: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2.1': 'Model',
  '2.2': 'Model list',
  '2.3': 'Chat message',
  '2.4': 'Chat completion',
  '2.5': 'Usage',
  '2.6': 'Chat completion chunk',
  '2.7': 'Error body',
  '4': 'Endpoints',
  '4.1': 'GET /v1/models',
  '4.2': 'POST /v1/chat/completions',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
}

/** The section of a reference such as `4.2 rule 3`. */
export const sectionOf = (reference: string): string => reference.split(' ')[0] ?? reference

export const titleOf = (section: string): string => titles[section] ?? ''

/** Items grouped by their section, in the order of the contract. */
export function bySection<T extends { readonly section: string }>(
  things: readonly T[],
): [section: string, things: T[]][] {
  const groups = Map.groupBy(things, ({ section }) => sectionOf(section))
  return [...groups].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
}
