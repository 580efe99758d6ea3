/** The detail of the terminal output: the verdict alone, what a reader needs, or everything. */
export type Detail = 'quiet' | 'normal' | 'verbose'

/** From the flags of a command, which exclude each other. */
export function detailOf({ quiet, verbose }: { readonly quiet?: boolean; readonly verbose?: boolean }): Detail {
  if (quiet) return 'quiet'
  return verbose ? 'verbose' : 'normal'
}
