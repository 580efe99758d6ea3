/** Reads how to reach a target, from its file and the environment. */
import { resolve } from 'node:path'
import { UsageError } from '../catalogue/usage-error.ts'
import { harnessVersion } from '../catalogue/version.ts'
import { compact } from '../http/compact.ts'
import { readCertificates } from './certificates.ts'
import { type FileAround, type NetworkEntry, withCurlOptions } from './curl-options.ts'
import type { Environment } from './environment.ts'
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
  return compact({ proxy, extraCa: env.NODE_EXTRA_CA_CERTS ? true : undefined })
}

/** The way to a target that has only a base URL. @throws UsageError */
export function networkFor(baseUrl: string, env: Environment): Network {
  const network = networkOf(usualProxy(baseUrl, env), env)
  return withCurlOptions({ base_url: baseUrl }, network, { env, folder: '', references: new Map() })
}

/**
 * The way to a target that a file describes.
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
