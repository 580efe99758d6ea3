/** Network errors in words: at which stage an exchange broke, what that usually means, and how to fix it. */
import type { Failure } from './exchange.ts'
import type { Redactor } from './redact.ts'

export interface NetworkError {
  /** What is wrong, as the end of a sentence that begins with the base URL. */
  readonly what: string
  /** What to do about it: a whole sentence. */
  readonly fix: string
}

/** The meaning of a failure, for the operator of the run. */
export function networkErrorOf({ stage, code }: Failure): NetworkError {
  const row = byCode.find(([pattern]) => pattern.test(code))
  const [what, fix] = row ? [row[1], row[2]] : byStage[stage]
  return { what, fix }
}

/** Whether the certificate is at fault, which shows that the port uses TLS. */
export function isAboutCertificate({ code }: Failure): boolean {
  return certificates.some(([pattern]) => pattern.test(code))
}

const OWN_CA =
  'If your company signs its own certificates, name its CA in tls.ca of the target file (PEM), or in NODE_EXTRA_CA_CERTS.'

const OWN_CERTIFICATE = 'Set tls.cert and tls.key in the target file to a client certificate and its key.'

const RENEW = 'Renew the certificate of the gateway, or that of its issuer, and check the clock of this machine.'

const PROXY_PLACE = 'proxy of the target file, or HTTPS_PROXY, HTTP_PROXY and NO_PROXY'

type Row = readonly [code: RegExp, what: string, fix: string]

/** Faults of the server's certificate. */
const certificates: readonly Row[] = [
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT)$/,
    'the certificate is self-signed',
    'Name that certificate itself in tls.ca of the target file (PEM), or give the gateway one from a CA.',
  ],
  [/^SELF_SIGNED_CERT_IN_CHAIN$/, 'the certificate comes from a CA that this machine does not know', OWN_CA],
  [
    /^UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)$/,
    'the certificate comes from a CA that this machine does not know, or the gateway omits an intermediate certificate',
    `Let the gateway send its whole chain of certificates. ${OWN_CA}`,
  ],
  [/^CERT_HAS_EXPIRED$/, 'the certificate has expired', RENEW],
  [/^CERT_NOT_YET_VALID$/, 'the certificate is not valid yet', RENEW],
  [
    /^(UNSPECIFIED|CERT_SIGNATURE_FAILURE|ERR_SSL_.*(TOO_WEAK|TOO_SMALL))$/,
    'the certificate, or that of an issuer, is signed badly or too weakly',
    'Give the gateway a certificate with SHA-256 and a key of RSA 2048 or better.',
  ],
  [/^CERT_REVOKED$/, 'the certificate is revoked', 'Give the gateway a new certificate.'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'the certificate is for another host',
    'Write the name of the certificate in base_url. If the gateway is reached by an address or an inner name, put the name of the certificate in tls.server_name of the target file.',
  ],
]

/** The first matching row counts. */
const byCode: readonly Row[] = [
  ...certificates,
  [
    /^ERR_SSL_(TLSV1_ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE)$/,
    'the gateway supports no secure version of TLS',
    'Let the gateway, or the load balancer before it, offer TLS 1.2 or 1.3.',
  ],
  [
    /^ERR_SSL_.*(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|CERTIFICATE_EXPIRED|CERTIFICATE_UNKNOWN|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA)$/,
    'the gateway requires a client certificate, and did not get one that it accepts',
    OWN_CERTIFICATE,
  ],
  [
    /^ERR_SSL_.*HANDSHAKE_FAILURE$/,
    'the gateway rejected the TLS handshake: no common cipher, or a client certificate is required',
    `Check what TLS the gateway offers. ${OWN_CERTIFICATE}`,
  ],
  [
    /^ERR_SSL_.*UNRECOGNIZED_NAME$/,
    'the gateway serves no host of this name',
    'Check the host in base_url, or name the one that the gateway expects in tls.server_name of the target file.',
  ],
  [
    /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST|EPROTO)$/,
    'the port does not use TLS',
    'Write http:// in base_url, or the port on which the gateway speaks https.',
  ],
  [
    /^PROXY_407$/,
    'the proxy asks for a user name and a password',
    'Write them into the URL of the proxy, http://user:password@proxy.example.com:3128; reports never show them.',
  ],
  [
    /^PROXY_[0-9]+$/,
    'the proxy does not connect to the target',
    `Check whether the proxy allows this host and port; the proxy comes from ${PROXY_PLACE}.`,
  ],
  [/^PROXY_/, 'the proxy cannot be reached', `Check the URL of the proxy in ${PROXY_PLACE}.`],
  [
    /^HTTP2_NOT_SPOKEN$/,
    'the gateway, or a proxy in front of it, does not offer HTTP/2',
    'Remove http2 from the target file, or let the gateway offer h2 in its TLS handshake (ALPN).',
  ],
  [
    /^ERR_HTTP2_/,
    'the response is not valid HTTP/2',
    'Check that the gateway speaks HTTP/2 there, without TLS from the first byte; if not, remove http2 from the target file.',
  ],
  [
    /^(EMFILE|ENFILE)$/,
    'this machine opens no further connection',
    'The target is not at fault: let this process open more files and connections at a time, such as with ulimit -n 1024.',
  ],
  [
    /^(ENOENT|ENOTSOCK)$/,
    'nothing listens on the socket',
    'Check the path in socket of the target file, and that the gateway is running.',
  ],
  [/^EACCES$/, 'this user may not use the socket', 'Check the rights of the path in socket of the target file.'],
]

const byStage: Readonly<Record<Failure['stage'], readonly [what: string, fix: string]>> = {
  name: ['the host name cannot be resolved', 'Check the host name in base_url, and that this machine resolves it.'],
  connect: [
    'no connection',
    'Check host and port in base_url, and that the gateway is running and reachable from here.',
  ],
  tls: [
    'the TLS handshake failed',
    'Check the scheme in base_url, and the versions of TLS that the gateway allows. If it asks for a client certificate, set tls.cert and tls.key in the target file.',
  ],
  headers: [
    'no usable HTTP response',
    'Check that base_url leads to an HTTP server with this contract, whether it has to be https://, and whether --timeout is too short.',
  ],
  body: [
    'no complete HTTP response',
    'Check that base_url leads to an HTTP server with this contract, and check the proxies on the path.',
  ],
  budget: ['the budget is spent', 'Allow more under limits in the target file.'],
}

/** The code if the target switched to the protocol that the request offered, as HTTP allows. */
export const SWITCHED = 'SWITCHED'

/** The failure for an error of the client. */
export function failureOf(error: Error, otherwise: 'connect' | 'headers' | 'body', redactor: Redactor): Failure {
  const inner = error instanceof AggregateError ? ((error.errors[0] as Error | undefined) ?? error) : error
  const code = inner.message === 'bad upgrade' ? SWITCHED : String((inner as { code?: unknown }).code ?? inner.name)
  const known = stages.find(([pattern]) => pattern.test(code))?.[1]
  const stage = known ?? (IN_HANDSHAKE.test(inner.message) ? 'tls' : otherwise)
  return { stage, code, message: redactor.text(OPENSSL.exec(inner.message)?.[1] ?? inner.message) }
}

const stages: readonly (readonly [pattern: RegExp, stage: Failure['stage']])[] = [
  [/^(ENOTFOUND|EAI_)/, 'name'],
  [/^(PROXY_|ENOENT|ENOTSOCK|EACCES|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)/, 'connect'],
  [/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UNSPECIFIED|EPROTO)/, 'tls'],
]

/** The reason in an error message of OpenSSL, between the address in memory and the line in its source. */
const OPENSSL = /^[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/

const IN_HANDSHAKE = /before secure TLS connection was established/
