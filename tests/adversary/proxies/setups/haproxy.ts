/** Set-ups of HAProxy that keep the contract. */
import { JSON_AND_STREAMS, type Place, setupsOf } from '../setup.ts'

interface Parts {
  /** Text after `bind 127.0.0.1:PORT`. */
  readonly bind?: string
  readonly frontend?: readonly string[]
  readonly backend?: readonly string[]
  /** Text after the address of the mock. */
  readonly server?: string
  /** The address of the mock. */
  readonly address?: string
}

export function haproxy({ port, upstream }: Place, parts: Parts = {}): string {
  const { bind = '', frontend = [], backend = [], server = '', address = `127.0.0.1:${upstream.port}` } = parts
  return `global
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend gateway
  bind 127.0.0.1:${port} ${bind}
${frontend.map((line) => `  ${line}\n`).join('')}  default_backend mock
backend mock
${backend.map((line) => `  ${line}\n`).join('')}  server mock ${address} ${server}
`
}

const COMPRESSION = ['compression algo gzip', 'compression type application/json text/event-stream']

export const haproxySetups = setupsOf('haproxy', {
  'haproxy-plain: has nothing but the timeouts that it asks for': (place) => haproxy(place),
  'haproxy-closes-connections: closes every connection after one response, on both sides': (place) =>
    haproxy(place, { frontend: ['option httpclose'], backend: ['option httpclose'] }),
  'haproxy-reuses-connections: gives the connections to the mock to any caller': (place) =>
    haproxy(place, { backend: ['http-reuse always'] }),
  'haproxy-buffers-requests: waits for the body of a request, and adds forwarding headers and its own id': (place) =>
    haproxy(place, {
      frontend: [
        'option http-buffer-request',
        'option forwardfor',
        'unique-id-format %{+X}o%ci%cp%Ts%rt',
        'unique-id-header x-unique-id',
        'http-response set-header x-unique-id %[unique-id]',
      ],
    }),
  'haproxy-path-prefix: cuts off a path before it passes requests on': [
    (place) => haproxy(place, { frontend: ['http-request replace-path /gateway/(.*) /\\1 if { path_beg /gateway/ }'] }),
    { path: '/gateway' },
  ],
  'haproxy-unix-upstream: reaches the mock by a Unix socket': (place) =>
    haproxy(place, { address: `unix@${place.upstream.socket}` }),
  'haproxy-tls: speaks TLS with the certificate of an own CA': [
    (place) => haproxy(place, { bind: `ssl crt ${place.files.both}` }),
    { reach: 'tls' },
  ],
  'haproxy-tls-both-ways: speaks TLS, also with the mock': [
    (place) =>
      haproxy(place, {
        bind: `ssl crt ${place.files.both}`,
        server: `ssl verify required ca-file ${place.files.ca} verifyhost 127.0.0.1`,
      }),
    { reach: 'tls', secureUpstream: true },
  ],
  'haproxy-h2: speaks HTTP/2 over TLS': [
    (place) => haproxy(place, { bind: `ssl crt ${place.files.both} alpn h2,http/1.1` }),
    { reach: 'h2' },
  ],
  'haproxy-h2c: speaks HTTP/2 without TLS': [(place) => haproxy(place, { bind: 'proto h2' }), { reach: 'h2c' }],
  'haproxy-compression: compresses JSON and streams': [
    (place) => haproxy(place, { frontend: COMPRESSION }),
    { compresses: JSON_AND_STREAMS },
  ],
})
