/** Reads how to reach a target, from its file and the environment, and derives curl options for the same path. */
import { isAbsolute, join, resolve } from 'node:path'
import { UsageError } from '../catalogue/usage-error.ts'
import { harnessVersion } from '../catalogue/version.ts'
import { compact } from '../http/compact.ts'
import { shellWord } from '../http/shell.ts'
import { readCertificates, type TlsEntry } from './certificates.ts'
import type { Environment, References } from './environment.ts'
import { identifyingAgent, type Network } from './network.ts'
import { faultOfProxy, type HttpProxy, proxyAt, proxyVariable } from './proxy.ts'
import type { YamlMistake } from './yaml/source.ts'

/** The proxy that the environment names. @throws UsageError if that proxy cannot be used */
function usualProxy(baseUrl: string, env: Environment): HttpProxy | undefined {
  const found = proxyVariable(baseUrl, env)
  if (!found) return undefined
  const [name, value] = found
  const fault = faultOfProxy(value)
  if (fault !== undefined) throw new UsageError(`the environment variable ${name} ${fault}, or unset it`)
  return proxyAt(value)
}

function networkOf(proxy: HttpProxy | undefined, env: Environment): Network {
  const options = [...process.execArgv, env.NODE_OPTIONS ?? '']
  const isOther = env.NODE_USE_SYSTEM_CA === '1' || options.some((option) => OTHER_CA.test(option))
  const extraCa = env.NODE_EXTRA_CA_CERTS ? true : undefined
  return compact({ proxy, extraCa, otherCa: isOther || undefined })
}

/** Node options that add the CAs of OpenSSL or of the system. */
const OTHER_CA = /--use[-_](?:openssl|system)[-_]ca\b/

/** The network of a target that has only a base URL. @throws UsageError */
export function networkFor(baseUrl: string, env: Environment): Network {
  const network = networkOf(usualProxy(baseUrl, env), env)
  return withCurlOptions({ base_url: baseUrl }, network, { env, folder: '', references: new Map() })
}

/**
 * The network of a target that a file describes.
 *
 * @throws UsageError where the environment names a proxy that cannot be used
 */
export function readNetwork(
  entry: NetworkEntry,
  around: FileAround,
): { readonly network: Network; readonly mistakes: readonly YamlMistake[] } {
  const { base_url: baseUrl, tls, proxy, socket, http2, identify } = entry
  const { env, folder } = around
  const mistakes: YamlMistake[] = []
  const report = (name: string, message: string | undefined): void => {
    if (message !== undefined) mistakes.push({ location: [name], message })
  }
  const own = proxy === 'none' ? undefined : proxy
  const isTls = /^https:/i.test(baseUrl)
  if (own !== undefined && socket !== undefined) report('proxy', 'and socket are mutually exclusive; remove one')
  if (own !== undefined) report('proxy', faultOfProxy(own))
  if (tls !== undefined && !isTls) report('tls', 'is for a base_url that begins with https://')
  const read = tls === undefined ? undefined : readCertificates(tls, folder)
  mistakes.push(...(read?.mistakes ?? []))
  if (mistakes.length > 0) return { network: {}, mistakes }
  const usual = proxy === undefined && socket === undefined ? usualProxy(baseUrl, env) : undefined
  const network: Network = {
    ...networkOf(own === undefined ? usual : proxyAt(own), env),
    ...compact({
      tls: read?.tls,
      socket: socket === undefined ? undefined : resolve(folder, socket),
      http2: http2 || undefined,
      agent: identify === true ? identifyingAgent(harnessVersion) : undefined,
    }),
  }
  if (http2 === true && network.proxy && !isTls) {
    const message =
      'cannot go through a proxy to a base_url that begins with http://; remove http2, or write proxy: none'
    return { network: {}, mistakes: [{ location: ['http2'], message }] }
  }
  return { network: withCurlOptions(entry, network, around), mistakes }
}

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

/** Shell variables that replace plain-text secrets of the target file. */
const PROXY_VARIABLE = 'SVC_CONFORMANCE_PROXY'
const PASSPHRASE_VARIABLE = 'SVC_CONFORMANCE_PASSPHRASE'

/** Variables from which curl takes a proxy by default. */
const PROXIES = ['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']
const EXEMPT = ['no_proxy', 'NO_PROXY']

/** Adds the curl arguments for certificates, proxy and socket, if any are needed. They contain no secret. */
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

/** The URL of the proxy, or the variable that holds it if it has a password. */
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
