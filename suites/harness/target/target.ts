/** The deployment under test, as a target file or flags describe it. See target-file for reading one. */

import type { Profile } from '../catalogue/requirements.ts'
import type { Limits } from '../client/rate-limiter.ts'
import type { Header } from '../http/exchange.ts'
import type { KeyRole } from '../http/key-forms.ts'
import { isLoopback } from './base-url.ts'
import type { Network } from './network.ts'
import type { Waiver } from './waivers.ts'

export const states = ['disabled', 'limited', 'unavailable', 'internal'] as const
export type State = (typeof states)[number]

/** How a state is provoked. */
export interface Provocation {
  /** The role whose key provokes it; `valid` where the key has no part in it. */
  readonly role: KeyRole
  readonly model?: string
  readonly headers: readonly Header[]
}

export interface Target {
  /** Without `/v1`, which belongs to the paths of the contract. */
  readonly baseUrl: string
  readonly keys: Partial<Record<KeyRole, string>>
  readonly models: {
    /** A model to complete with; otherwise the first listed one that answers. */
    readonly chat?: string
    /** In the second project's catalog and not in the first's. */
    readonly foreign?: string
  }
  readonly provoke: Partial<Record<State, Provocation>>
  readonly waivers?: readonly Waiver[]
  /** How it is reached; absent where there is nothing to say. */
  readonly network?: Network
  readonly limits: Limits & {
    /** Milliseconds for a whole exchange. */
    readonly timeout: number
    /** Milliseconds until a connection stands; by default the timeout, and 10 s at the most. */
    readonly connect?: number
    /** Milliseconds between two pieces of a body; by default the timeout. */
    readonly idle?: number
    /** Output tokens that a request asks for at most, where the check leaves it open. */
    readonly maxTokens: number
  }
}

const defaults: Target['limits'] = {
  requests: 800,
  tokens: 600_000,
  bytes: 64 * 1024 * 1024,
  time: 30 * 60_000,
  rate: 50,
  concurrency: 8,
  timeout: 30_000,
  maxTokens: 16,
}

/** A run in production stays this small, whatever else is allowed. */
const SMOKE_REQUESTS = 12

/** The limits that hold for a profile. */
export function limitsFor<T extends Limits>(limits: T, profile: Profile): T {
  return profile === 'smoke' ? { ...limits, requests: Math.min(limits.requests, SMOKE_REQUESTS) } : limits
}

/** The limits of a target that names none. The pace is there for the sake of others; a target on this machine has none. */
export function defaultLimits(baseUrl: string): Target['limits'] {
  return isLoopback(new URL(baseUrl).hostname) ? { ...defaults, rate: Number.POSITIVE_INFINITY } : defaults
}
