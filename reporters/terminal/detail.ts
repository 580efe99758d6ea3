/** The detail of the terminal output: only the verdict, the important parts, or everything. */
export type Detail = 'quiet' | 'normal' | 'verbose'

/** The detail by the flags of a command, which exclude each other. */
export function detailOf({ quiet, verbose }: { readonly quiet?: boolean; readonly verbose?: boolean }): Detail {
  if (quiet) return 'quiet'
  return verbose ? 'verbose' : 'normal'
}
