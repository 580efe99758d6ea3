/** The budget of a run against a target, and its timeouts. */
import { MIB } from '../catalogue/named-file.ts'
import type { Depth, Profile } from '../catalogue/profiles.ts'
import { isLoopback } from './base-url.ts'

/** The budget of a run. */
export interface Allowance {
  /** The maximum number of requests of the run. */
  readonly requests: number
  /** The maximum number of first requests among them: optional checks stop there. */
  readonly firsts?: number
  /** The maximum number of follow-ups among them: retries, requests in between, and those that look for a cause. */
  readonly followUps?: number
  /** Output tokens that all requests together may request. */
  readonly tokens?: number
  /** Bytes of all bodies, those of requests and those of responses. */
  readonly bytes?: number
  /** Milliseconds from the first request on. */
  readonly time?: number
}

export interface Limits extends Allowance {
  /** Requests a second; Infinity where there is no limit. */
  readonly rate: number
  readonly concurrency: number
}

/** The maximum duration of each stage of an exchange, in milliseconds. */
export interface Deadlines {
  /** Until a connection is open, with TLS and the tunnel of a proxy. */
  readonly connect: number
  /** Between two pieces of a body, and before the first. */
  readonly idle: number
  /** For the whole exchange, and so also for the head of its response. */
  readonly timeout: number
}

/** Deadlines as a target gives them. By default, the others are the timeout, but at most 10 s for a connection. */
export type GivenDeadlines = Partial<Deadlines> & Pick<Deadlines, 'timeout'>

/** All limits of a target. */
export interface TargetLimits extends Omit<Limits, 'requests'>, GivenDeadlines {
  /** Absent, like tokens and bytes, if the target sets no number: the default depends on what is run. */
  readonly requests?: number
  /** The maximum number of output tokens of a request, unless its check says otherwise. */
  readonly maxTokens: number
}

const TIME = 30 * 60_000

const defaults: TargetLimits = { time: TIME, rate: 50, concurrency: 8, timeout: 30_000, maxTokens: 16 }

/** The limits of a target that names none. The rate protects others; a target on this machine needs none. */
export function defaultLimits(baseUrl: string): TargetLimits {
  return isLoopback(new URL(baseUrl).hostname) ? { ...defaults, rate: Number.POSITIVE_INFINITY } : defaults
}

/** The number of first requests, and of follow-ups. */
export type Requests = Required<Pick<Allowance, 'firsts' | 'followUps'>>

/** The default numbers of requests. */
const REQUESTS: Readonly<Record<Exclude<Profile, 'smoke'>, Requests>> = {
  core: { firsts: 750, followUps: 200 },
  full: { firsts: 1300, followUps: 500 },
}
/** The maximum number of requests of a smoke run, which is for production, whatever else is allowed. */
const SMOKE_REQUESTS = 12
/** The default for runs that combine every three values, in profiles other than smoke. */
const AT_DEPTH_3: Requests = { firsts: 3600, followUps: 400 }

/** The minimum share of follow-ups if there are fewer requests than usual. */
const LEAST_FOLLOW_UPS = 1 / 10

/** What else a run may cost by default. */
const BY_DEPTH: Readonly<Record<Depth, Required<Pick<Allowance, 'tokens' | 'bytes'>>>> = {
  2: { tokens: 800_000, bytes: 64 * MIB },
  3: { tokens: 4_000_000, bytes: 256 * MIB },
}

/** What is run against a target. */
export interface Extent {
  readonly profile?: Profile | undefined
  /** 2 by default. */
  readonly depth?: Depth | undefined
}

/** The limits of a run: every one of them has a value. */
export type RunLimits = TargetLimits & Limits & Requests

/** The limits that hold for a run. */
export function limitsFor(limits: TargetLimits, { profile = 'full', depth = 2 }: Extent = {}): RunLimits {
  const { tokens = BY_DEPTH[depth].tokens, bytes = BY_DEPTH[depth].bytes } = limits
  const { requests, firsts, followUps } = limits
  // The limits of one of several workers are already divided.
  if (requests !== undefined && firsts !== undefined && followUps !== undefined)
    return { ...limits, tokens, bytes, requests, firsts, followUps }
  return { ...limits, tokens, bytes, ...requestsFor(requests, profile, depth) }
}

function requestsFor(given: number | undefined, profile: Profile, depth: Depth) {
  if (profile === 'smoke') {
    const requests = Math.min(given ?? SMOKE_REQUESTS, SMOKE_REQUESTS)
    return { requests, firsts: requests, followUps: requests }
  }
  const usual = depth === 3 ? AT_DEPTH_3 : REQUESTS[profile]
  const requests = given ?? usual.firsts + usual.followUps
  return { requests, ...partsOf(requests, usual) }
}

/**
 * Divides a number of requests. Follow-ups never replace first requests. They get a small share even if there are
 * fewer requests than usual; if there are more, both get more.
 */
function partsOf(requests: number, { firsts, followUps }: Requests): Requests {
  return {
    firsts: Math.min(requests, Math.max(firsts, requests - followUps)),
    followUps: Math.min(requests, Math.max(requests - firsts, Math.ceil(requests * LEAST_FOLLOW_UPS))),
  }
}

/** The bounds of the timeout of an exchange, in milliseconds. */
export const SHORTEST_TIMEOUT = 100
export const MAX_TIMEOUT = 600_000

/** The share of a run's time for waiting until limits that it has provoked are over. */
const WAITING = 1 / 100

/** The longest such wait in milliseconds: about as long as the rest of a run. */
export function longestWait({ time = TIME }: Pick<Allowance, 'time'>): number {
  return time * WAITING
}

/** No run waits longer than this for a connection unless the target file says so. */
const CONNECT = 10_000

/** All deadlines, with defaults for those that are not named. */
export function deadlinesOf({ connect, idle, timeout }: GivenDeadlines): Deadlines {
  return { connect: Math.min(connect ?? CONNECT, timeout), idle: Math.min(idle ?? timeout, timeout), timeout }
}

/** The upload of a body with more bytes takes time: such bodies go one at a time, with a longer deadline. */
export const LARGE = 64 * 1024

/** Bytes per millisecond of the slowest uplink to support: a body has time to arrive before its deadline. */
const SLOWEST_UPLINK = 32

/** The deadlines for a request with a body of n bytes. */
export function deadlinesFor(bytes: number, deadlines: Deadlines): Deadlines {
  return bytes <= LARGE ? deadlines : { ...deadlines, timeout: deadlines.timeout + Math.ceil(bytes / SLOWEST_UPLINK) }
}
