/** What is wrong with a target file, as the model list of its key shows: the words of the doctor and of a run. */

/** What was found, and how to fix it: whole sentences. */
export interface CatalogFault {
  readonly found: string
  readonly fix: string
}

/** Models that a hint names. */
const NAMED = 5

export const EMPTY_CATALOG: CatalogFault = {
  found: "the list is empty: the key's project may call no model",
  fix: 'Authorize a model for the project, or use a key of another project.',
}

/** A chat model that the list of the valid key lacks. */
export function unlistedChat(model: string, listed: readonly string[]): CatalogFault {
  return { found: `models.chat, ${model}, is not listed`, fix: `Name a listed model${someOf(listed)}.` }
}

/** Ids to choose from, with a colon before them; nothing where there are none. */
export function someOf(ids: readonly string[]): string {
  if (ids.length === 0) return ''
  return `: ${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ', …' : ''}`
}
