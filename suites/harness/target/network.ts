/** How a target is reached, if not directly: certificates, a proxy, a socket. */
import { isOrdinary } from '../catalogue/ordinary-words.ts'
import { compact } from '../http/compact.ts'
import type { HttpProxy } from './proxy.ts'

/** Certificates as PEM texts. There is no way to turn verification off. */
export interface TlsSettings {
  /** CAs to trust besides those of the system. */
  readonly ca?: string
  /** The client certificate with its chain. */
  readonly cert?: string
  /** The private key of the client certificate. */
  readonly key?: string
  readonly passphrase?: string
  /** The server name to request by TLS and to verify in the certificate, instead of the host. */
  readonly serverName?: string
}

export interface Network {
  readonly tls?: TlsSettings
  readonly proxy?: HttpProxy
  /** Path of a Unix socket that replaces host and port. */
  readonly socket?: string
  /** Uses HTTP/2: over TLS if negotiated there, and without TLS from the first byte. */
  readonly http2?: boolean
  /** NODE_EXTRA_CA_CERTS adds CAs to those that Node trusts. */
  readonly extraCa?: boolean
  /** An option of Node replaces its CAs by those of the machine or of OpenSSL, to which anyone there can add one. */
  readonly otherCa?: boolean
  readonly headers?: readonly GivenHeader[]
  /** The user agent of every request, if they should not look like those of callers. */
  readonly agent?: string
  /** The curl arguments for the same network path, quoted for a shell. */
  readonly curl?: string
}

/** The public description of a network. */
export interface DescribedNetwork {
  /** Host and port of the proxy. */
  readonly proxy: string | null
  /** The target file names its own CAs. */
  readonly custom_ca: boolean
  /** NODE_EXTRA_CA_CERTS adds CAs, or an option of Node trusts those of the machine. */
  readonly extra_ca: boolean
  readonly client_certificate: boolean
  readonly server_name: string | null
  /** A Unix socket replaces host and port. */
  readonly socket: boolean
  /** HTTP/2 was spoken. Absent in reports of earlier versions. */
  readonly http2?: boolean
  /** Every request named svc-conformance as its user agent. Absent in reports of earlier versions. */
  readonly identified?: boolean
  /** Names of headers that every request had, with the variables of their values; absent if there are none. */
  readonly headers?: Readonly<Record<string, string>>
  /** The curl arguments for the same network path. They name files and variables, and contain no secret. */
  readonly curl?: string
}

/** Marks the requests of a run in the logs of a gateway. */
export const identifyingAgent = (version: string): string => `svc-conformance/${version}`

export function describeNetwork(network: Network): DescribedNetwork {
  const { tls, proxy, socket, http2, extraCa, otherCa, headers = [], agent, curl } = network
  return {
    proxy: proxy === undefined ? null : new URL(proxy.origin).host,
    custom_ca: tls?.ca !== undefined,
    extra_ca: extraCa === true || otherCa === true,
    client_certificate: tls?.cert !== undefined,
    server_name: tls?.serverName ?? null,
    socket: socket !== undefined,
    http2: http2 === true,
    identified: agent !== undefined,
    ...compact({ headers: headers.length > 0 ? describeHeaders(headers) : undefined, curl }),
  }
}

/** Secrets of a network. */
export function networkSecrets({ tls, proxy, headers = [] }: Network): readonly string[] {
  const passwords = [...(proxy?.secrets ?? []), ...(tls?.passphrase === undefined ? [] : [tls.passphrase])]
  return [...passwords.filter((text) => !isOrdinary(text)), ...secretsOfHeaders(headers)]
}

/** A header that is sent with every request, for a proxy in front of the gateway. Its value is a secret. */
export interface GivenHeader {
  readonly name: string
  readonly value: string
  /** The variable of a shell that represents the value. */
  readonly variable: string
}

/** Names, in lower case, of headers that no other part of a request may set. A forward proxy reads its own one. */
export function namesGiven({ headers = [], proxy }: Network = {}): readonly string[] {
  return [...headers.map(({ name }) => name.toLowerCase()), ...(proxy ? ['proxy-authorization'] : [])]
}

/** Each name with the variable that represents its value. */
export function describeHeaders(headers: readonly GivenHeader[]): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(({ name, variable }) => [name, `$${variable}`]))
}

/** Texts to mask: whole values and their words, since a part of `Bearer x` or `session=x; theme=y` is the secret. */
export function secretsOfHeaders(headers: readonly GivenHeader[]): readonly string[] {
  return headers
    .flatMap(({ value }) => [value, ...value.split(/[\s;,]+|(?<=\w)=(?=.)/)])
    .filter((text) => !isOrdinary(text))
}
