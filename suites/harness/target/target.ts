/** The deployment under test, as a target file or flags describe it. See target-file for reading one. */
import type { Header } from '../http/exchange.ts'
import type { KeyRole } from '../http/key-forms.ts'
import type { About } from './declared/about.ts'
import type { Absences } from './declared/not-applicable.ts'
import type { Waiver } from './declared/waivers.ts'
import type { TargetLimits } from './limits.ts'
import type { Network } from './network.ts'

export const states = ['disabled', 'limited', 'unavailable', 'internal'] as const
export type State = (typeof states)[number]

/** What a check needs from a target file. */
export type Need = `key:${KeyRole}` | `provoke:${State}` | 'model:foreign'

/** How a state is provoked. */
export interface Provocation {
  /** The role whose key provokes it; `valid` where the key does not matter. */
  readonly role: KeyRole
  readonly model?: string
  readonly headers: readonly Header[]
}

export interface Target {
  /** Without `/v1`, which belongs to the paths of the contract. */
  readonly baseUrl: string
  readonly keys: Partial<Record<KeyRole, string>>
  /** Environment variables that hold keys, if the target file names other ones than usual. */
  readonly variables?: Partial<Record<KeyRole, string>>
  /** Another key of the project of `valid`, for a revisit alone. */
  readonly revisitKey?: string
  readonly models: {
    /** A model to complete with; otherwise the first listed one that responds. */
    readonly chat?: string
    /** In the second project's catalog and not in the first's. */
    readonly foreign?: string
  }
  readonly provoke: Partial<Record<State, Provocation>>
  readonly waivers?: readonly Waiver[]
  /** Its description by the operator; absent without a declaration. */
  readonly about?: About
  /** What it rightly lacks, by its file. */
  readonly notApplicable?: Absences
  /** How it is reached; absent for a direct connection. */
  readonly network?: Network
  readonly limits: TargetLimits
}
