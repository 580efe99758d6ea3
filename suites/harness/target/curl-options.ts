/**
 * The options with which curl reaches a target in the same way as a run. They name files and variables as in the folder and
 * the shell of the run, and hold no secret.
 */
import { isAbsolute, join } from 'node:path'
import { shellWord } from '../http/shell.ts'
import type { TlsEntry } from './certificates.ts'
import type { Environment, References } from './environment.ts'
import type { Network } from './network.ts'
import { proxyVariable } from './proxy.ts'

export interface NetworkEntry {
  readonly base_url: string
  readonly tls?: TlsEntry
  /** The URL of a proxy, or `none`. */
  readonly proxy?: string
  readonly socket?: string
  readonly http2?: boolean
  readonly identify?: boolean
}

/** The environment in which a target file is read. */
export interface FileAround {
  readonly env: Environment
  /** Where relative paths in the file begin. */
  readonly folder: string
  readonly references: References
}

/** Placeholders for plain-text secrets of the target file. */
const PROXY_VARIABLE = 'SVC_CONFORMANCE_PROXY'
const PASSPHRASE_VARIABLE = 'SVC_CONFORMANCE_PASSPHRASE'

/** Variables from which curl takes a proxy by default. */
const PROXIES = ['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']
const EXEMPT = ['no_proxy', 'NO_PROXY']

/** The network with the arguments of curl for certificates, the proxy and the socket; without any where none are needed. */
export function withCurlOptions(entry: NetworkEntry, network: Network, around: FileAround): Network {
  const options = [...tlsOptions(entry, network, around), ...wayOptions(entry, network, around)]
  return options.length === 0 ? network : { ...network, curl: options.join(' ') }
}

function tlsOptions({ base_url: baseUrl, tls }: NetworkEntry, network: Network, around: FileAround): string[] {
  const authority =
    tls?.ca === undefined ? network.extraCa && '"$NODE_EXTRA_CA_CERTS"' : fileAt('tls.ca', tls.ca, around)
  const options: string[] = []
  if (authority && /^https:/i.test(baseUrl)) options.push(`--cacert ${authority}`)
  if (authority && network.proxy?.origin.startsWith('https:')) options.push(`--proxy-cacert ${authority}`)
  if (tls?.cert !== undefined) options.push(`--cert ${fileAt('tls.cert', tls.cert, around)}`)
  if (tls?.key !== undefined) options.push(`--key ${fileAt('tls.key', tls.key, around)}`)
  if (tls?.passphrase !== undefined)
    options.push(`--pass ${inShell(around.references.get('tls.passphrase') ?? `\${${PASSPHRASE_VARIABLE}}`)}`)
  return options
}

function wayOptions(entry: NetworkEntry, { proxy }: Network, around: FileAround): string[] {
  const { env } = around
  const has = (names: readonly string[]): boolean => names.some((name) => (env[name] ?? '') !== '')
  if (entry.socket !== undefined) {
    const direct = has(PROXIES) ? ["--noproxy '*'"] : []
    return [`--unix-socket ${fileAt('socket', entry.socket, around)}`, ...direct]
  }
  if (!proxy) return has(PROXIES) ? ["--noproxy '*'"] : []
  return [
    `--proxy ${proxyIn(entry, proxy.authorization !== undefined, around)}`,
    ...(has(EXEMPT) ? ["--noproxy ''"] : []),
  ]
}

/** The URL of the proxy. With a password, it is the variable that holds it. */
function proxyIn(
  { base_url: baseUrl, proxy }: NetworkEntry,
  isSecret: boolean,
  { env, references }: FileAround,
): string {
  const reference = references.get('proxy')
  if (reference !== undefined && (!isSecret || !/:[^/@$]+@/.test(reference))) return inShell(reference)
  if (proxy !== undefined) return isSecret ? inShell(`\${${PROXY_VARIABLE}}`) : shellWord(proxy)
  const [name, value] = proxyVariable(baseUrl, env) ?? ['', '']
  return isSecret ? inShell(`\${${name}}`) : shellWord(value)
}

/** A path as it is written from the folder of the run. */
function fileAt(location: string, path: string, { folder, references }: FileAround): string {
  const written = references.get(location) ?? path
  return inShell(isAbsolute(path) || folder === process.cwd() ? written : join(folder, written))
}

/** A text for the shell, with its references to the environment. */
function inShell(text: string): string {
  if (!/\$\{/.test(text)) return shellWord(text)
  return `"${text.replaceAll(/["\\`]|\$(?!\{)/g, (match) => `\\${match}`)}"`
}
