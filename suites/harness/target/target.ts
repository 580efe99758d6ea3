/**
 * The deployment under test, as a target file or flags describe it, and its public description: everything but its
 * keys. The file target-file.ts reads it.
 */

import { isIP } from 'node:net'
import { compact } from '../http/compact.ts'
import type { Header } from '../http/exchange.ts'
import type { KeyRole } from '../http/key-forms.ts'
import { isOfThisMachine } from './base-url.ts'
import { type About, inOrder } from './declared/about.ts'
import type { Absences } from './declared/not-applicable.ts'
import type { Waiver } from './declared/waivers.ts'
import { deadlinesOf, type Extent, limitsFor, type TargetLimits } from './limits.ts'
import { type DescribedNetwork, describeNetwork, type Network } from './network.ts'
import { type State, states } from './states.ts'

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
  /** Another key of the project of `valid`, only for revisits. */
  readonly revisitKey?: string
  readonly models: {
    /** A model to complete with; otherwise the first listed one that responds. */
    readonly chat?: string
    /** A model in the second project's catalog, but not in the first's. */
    readonly foreign?: string
  }
  readonly provoke: Partial<Record<State, Provocation>>
  readonly waivers?: readonly Waiver[]
  /** Its description by the operator; absent without a declaration. */
  readonly about?: About
  /** What it rightly lacks, as its file declares. */
  readonly notApplicable?: Absences
  /** How it is reached; absent for a direct connection. */
  readonly network?: Network
  readonly limits: TargetLimits
}

/** The other end of a connection, which is the proxy if there is one. */
export interface Peer {
  readonly address?: string
  /** SHA-256 of its TLS certificate, as openssl prints it. With a proxy in between it is still that of the target. */
  readonly certificate?: string
}

export interface DescribedTarget {
  readonly base_url: string
  /** The peers that responded; absent in reports of earlier versions. */
  readonly peers?: readonly Peer[]
  /** Only a program on the machine of the run can have responded, or a proxy there. */
  readonly loopback?: true
  /** What the operator declares and no request shows; absent without a declaration. */
  readonly declared?: { readonly about: About }
  /** The roles that have keys; never the keys. */
  readonly keys: readonly string[]
  /** Environment variables of keys, by role, except SVC_CONFORMANCE_KEY and the names that are derived from it. */
  readonly key_variables?: Readonly<Partial<Record<string, string>>>
  /** States for which the target file describes a provocation. */
  readonly provoke: readonly State[]
  /** What the target file declares absent, with its reasons. */
  readonly not_applicable?: Absences
  readonly network?: DescribedNetwork
  /** null where there is no limit. */
  readonly limits: {
    readonly requests: number | null
    readonly tokens: number | null
    readonly bytes: number | null
    readonly time_ms: number | null
    readonly rate: number | null
    readonly concurrency: number
    readonly timeout_ms: number
    /** Absent in reports of earlier versions, like `network`. */
    readonly connect_ms?: number
    readonly idle_ms?: number
    readonly max_tokens: number
  }
}

const isThisMachine = (host: string): boolean => {
  const origin = `http://${isIP(host) === 6 ? `[${host}]` : host}`
  return URL.canParse(origin) && isOfThisMachine(origin)
}

/** A described target, with what a run has seen. A proxy on this machine may lead anywhere. */
export function seenTarget(described: DescribedTarget, peers: readonly Peer[] | undefined): DescribedTarget {
  const { base_url, network } = described
  const isHere =
    isOfThisMachine(base_url) ||
    network?.socket === true ||
    (network?.proxy != null && isThisMachine(network.proxy)) ||
    peers?.some(({ address }) => address !== undefined && isThisMachine(address))
  return { ...described, ...compact({ peers, loopback: isHere ? (true as const) : undefined }) }
}

/** JSON has no Infinity, so null means no limit. */
const limit = (value: number | undefined): number | null => (Number.isFinite(value) ? (value as number) : null)

/** @param extent what is run against it, which decides the limits */
export function describeTarget(target: Target, extent: Extent = {}): DescribedTarget {
  const { baseUrl, keys, variables, provoke, network, about, notApplicable } = target
  const limits = limitsFor(target.limits, extent)
  const { connect, idle, timeout } = deadlinesOf(limits)
  return {
    base_url: baseUrl,
    ...compact({ declared: about && { about: inOrder(about) } }),
    keys: Object.entries(keys).flatMap(([role, key]) => (key === undefined ? [] : [role])),
    ...compact({ key_variables: variables }),
    provoke: states.filter((state) => provoke[state] !== undefined),
    ...compact({ not_applicable: notApplicable }),
    network: describeNetwork(network ?? {}),
    limits: {
      requests: limit(limits.requests),
      tokens: limit(limits.tokens),
      bytes: limit(limits.bytes),
      time_ms: limit(limits.time),
      rate: limit(limits.rate),
      concurrency: limits.concurrency,
      timeout_ms: timeout,
      connect_ms: connect,
      idle_ms: idle,
      max_tokens: limits.maxTokens,
    },
  }
}
