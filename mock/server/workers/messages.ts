import type { MockConfig } from '../../core/config.ts'
import type { Memories } from '../../core/metering/cells.ts'
import type { MockOptions } from '../start.ts'

/** The options of a worker, which can all be sent to another thread. */
export interface Orders {
  /** The number of the worker, from 1. */
  readonly worker: number
  readonly options: Pick<MockOptions, 'seed' | 'faults' | 'variants' | 'host' | 'tls' | 'health'> &
    Pick<Required<MockOptions>, 'config'>
  readonly port: number
  readonly memories: Memories
  /** Memory for counters, if responses are counted: for calls without a known project, and for times of models. */
  readonly counted: { readonly anonymous: SharedArrayBuffer; readonly times: SharedArrayBuffer } | undefined
  /** The models with separate times. */
  readonly models: readonly string[]
}

/** Messages to a worker. */
export type Order =
  | {
      readonly type: 'configure'
      readonly config: MockConfig
      readonly memories: Memories
      readonly models: readonly string[]
    }
  /** `grace` is in milliseconds. */
  | { readonly type: 'drain'; readonly grace: number }
  | { readonly type: 'close' }

/** An error to send to another thread, which would otherwise lose its class and its code. */
export interface SentError {
  readonly message: string
  readonly code: string | undefined
  /** The problems, if it is a ConfigError. */
  readonly problems: readonly string[] | undefined
}

/** Messages from a worker. */
export type Report =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'configured' }
  | { readonly type: 'failed'; readonly error: SentError }
