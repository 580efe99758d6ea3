/** Mistakes in a target file that the model list of its key shows, in words for `doctor` and for a run. */

/** What was found, and how to fix it: whole sentences. */
export interface CatalogFault {
  readonly found: string
  readonly fix: string
}

/** The maximum number of models in a hint. */
const NAMED = 5

export const EMPTY_CATALOG: CatalogFault = {
  found: "the list is empty: the key's project may call no model",
  fix: 'Authorize a model for the project, or use a key of another project.',
}

/** A chat model that the list of the valid key lacks. */
export function unlistedChat(model: string, listed: readonly string[]): CatalogFault {
  return { found: `models.chat, ${model}, is not listed`, fix: `Name a listed model${someOf(listed)}.` }
}

/** Ids to choose from, after a colon; empty if there are none. */
export function someOf(ids: readonly string[]): string {
  if (ids.length === 0) return ''
  return `: ${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ', …' : ''}`
}
