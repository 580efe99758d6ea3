/** Rows of cases as data. */
import type { Profile } from '../../harness/catalogue/profiles.ts'

/** A change to the plain valid body. */
export interface Change {
  readonly set?: Record<string, unknown>
  /** Members as raw JSON text. */
  readonly json?: Record<string, string>
  readonly without?: readonly string[]
  /** The new members come before all others. */
  readonly first?: boolean
}

export interface Row extends Change {
  readonly title: string
  readonly expect: 'accepted' | readonly number[]
  /** A form that the accepted answer must not have. */
  readonly not?: 'stream'
  /** A body as it stands, in which MODEL is replaced by the model of the run. */
  readonly body?: string
  readonly control?: Change
  readonly fields?: readonly string[]
  readonly profile?: Profile
}
