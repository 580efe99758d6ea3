/** HAProxy, kept to the contract. */
import { JSON_AND_STREAMS, type Place, type Row } from '../setup.ts'

interface Parts {
  /** Behind `bind 127.0.0.1:PORT`. */
  readonly bind?: string
  readonly frontend?: readonly string[]
  readonly backend?: readonly string[]
  /** Behind the address of the mock. */
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

export const haproxySetups: readonly Row[] = [
  {
    name: 'haproxy-plain',
    proxy: 'haproxy',
    shows: 'has nothing but the timeouts that it asks for',
    configure: (place) => haproxy(place),
  },
  {
    name: 'haproxy-closes-connections',
    proxy: 'haproxy',
    shows: 'closes every connection after one response, on both sides',
    configure: (place) => haproxy(place, { frontend: ['option httpclose'], backend: ['option httpclose'] }),
  },
  {
    name: 'haproxy-reuses-connections',
    proxy: 'haproxy',
    shows: 'gives the connections to the mock to any caller',
    configure: (place) => haproxy(place, { backend: ['http-reuse always'] }),
  },
  {
    name: 'haproxy-buffers-requests',
    proxy: 'haproxy',
    shows: 'waits for the body of a request, and adds forwarding headers and its own id',
    configure: (place) =>
      haproxy(place, {
        frontend: [
          'option http-buffer-request',
          'option forwardfor',
          'unique-id-format %{+X}o%ci%cp%Ts%rt',
          'unique-id-header x-unique-id',
          'http-response set-header x-unique-id %[unique-id]',
        ],
      }),
  },
  {
    name: 'haproxy-path-prefix',
    proxy: 'haproxy',
    shows: 'cuts off a path before it passes requests on',
    path: '/gateway',
    configure: (place) =>
      haproxy(place, { frontend: ['http-request replace-path /gateway/(.*) /\\1 if { path_beg /gateway/ }'] }),
  },
  {
    name: 'haproxy-unix-upstream',
    proxy: 'haproxy',
    shows: 'reaches the mock by a Unix socket',
    configure: (place) => haproxy(place, { address: `unix@${place.upstream.socket}` }),
  },
  {
    name: 'haproxy-tls',
    proxy: 'haproxy',
    shows: 'speaks TLS with the certificate of an own CA',
    reach: 'tls',
    configure: (place) => haproxy(place, { bind: `ssl crt ${place.files.both}` }),
  },
  {
    name: 'haproxy-tls-both-ways',
    proxy: 'haproxy',
    shows: 'speaks TLS, also with the mock',
    reach: 'tls',
    secureUpstream: true,
    configure: (place) =>
      haproxy(place, {
        bind: `ssl crt ${place.files.both}`,
        server: `ssl verify required ca-file ${place.files.ca} verifyhost 127.0.0.1`,
      }),
  },
  {
    name: 'haproxy-h2',
    proxy: 'haproxy',
    shows: 'speaks HTTP/2 over TLS',
    reach: 'h2',
    configure: (place) => haproxy(place, { bind: `ssl crt ${place.files.both} alpn h2,http/1.1` }),
  },
  {
    name: 'haproxy-h2c',
    proxy: 'haproxy',
    shows: 'speaks HTTP/2 without TLS',
    reach: 'h2c',
    configure: (place) => haproxy(place, { bind: 'proto h2' }),
  },
  {
    name: 'haproxy-compression',
    proxy: 'haproxy',
    shows: 'compresses JSON and streams',
    compresses: JSON_AND_STREAMS,
    configure: (place) => haproxy(place, { frontend: COMPRESSION }),
  },
]
