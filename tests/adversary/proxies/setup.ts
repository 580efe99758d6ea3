/** A set-up: a real proxy with one configuration in front of the mock, and the outcome of a run of the full profile. */
import type { RequirementId } from '../../../schemas/requirement-ids.ts'

export type ProxyName = 'nginx' | 'haproxy' | 'caddy' | 'apache' | 'lighttpd' | 'varnish'

/** The folder, port and socket of a proxy; all files that it reads or writes are in the folder. */
export interface Place {
  readonly folder: string
  /** The free port of 127.0.0.1 that it listens on. */
  readonly port: number
  /** The Unix socket that it listens on, if the set-up uses one. */
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

/** The expected outcome of a run. */
export type Outcome =
  | { readonly conclusion: 'conformant' }
  /** Each of the requirements fails; others may also fail for the same cause. */
  | { readonly conclusion: 'nonconformant'; readonly breaks: readonly RequirementId[] }
  /** Each of the requirements is left open, and none fails. */
  | { readonly conclusion: 'incomplete'; readonly open: readonly RequirementId[] }

export type MediaType = 'application/json' | 'text/event-stream'

export interface Setup {
  readonly name: string
  readonly proxy: ProxyName
  /** What it does, to complete a sentence that begins with "the proxy". */
  readonly shows: string
  /** Returns the text of its configuration file. */
  readonly configure: (place: Place) => string
  /** How a run reaches it; default: plain HTTP/1.1. */
  readonly reach?: 'tls' | 'h2' | 'h2c' | 'socket'
  /** The path of the base URL. */
  readonly path?: string
  /** Whether the mock behind it uses TLS. */
  readonly secureUpstream?: true
  /** Media types that it compresses on request: the run must receive compressed responses of each type. */
  readonly compresses?: readonly MediaType[]
  readonly outcome: Outcome
}

/** Keyed by `name: what it shows`: the configuration, and optional members. */
type Rows = Readonly<Record<string, Setup['configure'] | readonly [Setup['configure'], Partial<Setup>]>>

/** Set-ups of one proxy. Without an outcome, the run must be conformant. */
export const setupsOf = (proxy: ProxyName, rows: Rows): Setup[] =>
  Object.entries(rows).map(([title, row]) => {
    const [name = '', shows = ''] = title.split(/: (.*)/)
    const [configure, more] = typeof row === 'function' ? [row] : row
    return { name, proxy, shows, configure, outcome: { conclusion: 'conformant' }, ...more }
  })

/** A value for `compresses`. */
export const JSON_AND_STREAMS: readonly MediaType[] = ['application/json', 'text/event-stream']

export const breaks = (...ids: readonly RequirementId[]): Outcome => ({ conclusion: 'nonconformant', breaks: ids })
