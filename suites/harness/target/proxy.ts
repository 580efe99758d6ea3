/** The forward proxy to a target: from the target file, or from the usual environment variables. */
import { isIP } from 'node:net'
import { isLoopback } from './base-url.ts'
import type { Environment } from './environment.ts'

export interface HttpProxy {
  /** Scheme, host and port; never a name or a password. */
  readonly origin: string
  /** The value of Proxy-Authorization. */
  readonly authorization?: string
  /** The secrets to mask. */
  readonly secrets: readonly string[]
}

function urlOf(text: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  return URL.canParse(whole) ? new URL(whole) : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What is wrong with the URL of a proxy and how to fix it, without the URL itself; undefined if nothing is. */
export function faultOfProxy(text: string): string | undefined {
  const url = urlOf(text)
  if (!url || url.hostname === '') return 'is not the URL of a proxy; write it like http://proxy.example.com:3128'
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'names a kind of proxy that cannot be used; write an http or https one, like http://proxy.example.com:3128'
  return undefined
}

/** The proxy of a valid URL. */
export function proxyAt(text: string): HttpProxy {
  const url = urlOf(text)
  if (!url) throw new Error('the URL of a proxy was not checked')
  if (url.username === '' && url.password === '') return { origin: url.origin, secrets: [] }
  const password = decoded(url.password)
  const both = `${decoded(url.username)}:${password}`
  return {
    origin: url.origin,
    authorization: `Basic ${Buffer.from(both).toString('base64')}`,
    secrets: [both, ...(password === '' ? [] : [password])],
  }
}

/** The lower-case variable takes precedence, as with other tools. */
function variable(name: string, env: Environment): [name: string, value: string] | undefined {
  for (const spelled of [name.toLowerCase(), name]) {
    const value = env[spelled]?.trim()
    if (value) return [spelled, value]
  }
  return undefined
}

/** Whether a NO_PROXY entry covers a host: `*`, a name and its subdomains, `*.name` or an address, port optional. */
function covers(entry: string, host: string, port: string): boolean {
  const { groups } = /^(?<name>\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(?<port>\d+))?$/.exec(entry) ?? {}
  const name = (groups?.name ?? entry).replace(/^\[|\]$/g, '')
  if (groups?.port !== undefined && groups.port !== port) return false
  if (name === '*' || name === host) return true
  const suffix = name.replace(/^\*?\.?/, '')
  return (
    suffix !== '' && isIP(host) === 0 && (host.endsWith(`.${suffix}`) || (host === suffix && !name.startsWith('*')))
  )
}

function isExempt({ hostname, port, protocol }: URL, env: Environment): boolean {
  const [, list] = variable('NO_PROXY', env) ?? ['', '']
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && covers(entry, host, ownPort))
}

/** The variable of the environment that names the proxy to a base URL; none for a target on this machine. */
export function proxyVariable(baseUrl: string, env: Environment): [name: string, value: string] | undefined {
  const url = new URL(baseUrl)
  if (isLoopback(url.hostname) || isExempt(url, env)) return undefined
  return variable(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', env)
}
