/** What can be listed. */
export const listings = ['requirements', 'checks', 'suites', 'faults', 'variants'] as const

export interface ListOptions {
  readonly json: boolean
}
