/** A set-up: one real proxy with one configuration in front of the mock, and what a run of the full profile comes to. */
import type { RequirementId } from '../../../schemas/requirement-ids.ts'

export type ProxyName = 'nginx' | 'haproxy' | 'caddy' | 'apache' | 'lighttpd' | 'varnish'

/** Where a proxy stands; every file that it needs or writes lies in its folder. */
export interface Place {
  readonly folder: string
  /** The free port of 127.0.0.1 that it listens on. */
  readonly port: number
  /** The Unix socket that it listens on, where the set-up says so. */
  readonly socket: string
  readonly upstream: {
    /** The port of the mock on 127.0.0.1. */
    readonly port: number
    /** A Unix socket that leads to the mock. */
    readonly socket: string
  }
  readonly files: {
    readonly certificate: string
    readonly key: string
    /** Certificate and key in one file. */
    readonly both: string
    /** The CA of every certificate here. */
    readonly ca: string
  }
}

/** What a run has to come to. */
export type Outcome =
  | { readonly conclusion: 'conformant' }
  /** Each of the requirements fails; others may fail as well, for the same cause. */
  | { readonly conclusion: 'nonconformant'; readonly breaks: readonly RequirementId[] }
  /** Each of the requirements is left open, and none fails. */
  | { readonly conclusion: 'incomplete'; readonly open: readonly RequirementId[] }

export type MediaType = 'application/json' | 'text/event-stream'

export interface Setup {
  readonly name: string
  readonly proxy: ProxyName
  /** What it does, as the end of a sentence that begins with "the proxy". */
  readonly shows: string
  /** Returns the text of its configuration file. */
  readonly configure: (place: Place) => string
  /** How a run reaches it; plain HTTP/1.1 where absent. */
  readonly reach?: 'tls' | 'h2' | 'h2c' | 'socket'
  /** The path of the base URL. */
  readonly path?: string
  /** The mock behind it speaks TLS. */
  readonly secureUpstream?: true
  /** What it compresses for callers that ask for it: compressed responses of each kind have to show up in the run. */
  readonly compresses?: readonly MediaType[]
  readonly outcome: Outcome
}

/** By `name: what it shows`: its configuration, and the members that most set-ups lack. */
type Rows = Readonly<Record<string, Setup['configure'] | readonly [Setup['configure'], Partial<Setup>]>>

/** Set-ups of one proxy: without an outcome, a run has to be conformant. */
export const setupsOf = (proxy: ProxyName, rows: Rows): Setup[] =>
  Object.entries(rows).map(([title, row]) => {
    const [name = '', shows = ''] = title.split(/: (.*)/)
    const [configure, more] = typeof row === 'function' ? [row] : row
    return { name, proxy, shows, configure, outcome: { conclusion: 'conformant' }, ...more }
  })

/** What a set-up says that it `compresses`. */
export const JSON_AND_STREAMS: readonly MediaType[] = ['application/json', 'text/event-stream']

export const breaks = (...ids: readonly RequirementId[]): Outcome => ({ conclusion: 'nonconformant', breaks: ids })
