/** Apache, kept to the contract. */
import { JSON_AND_STREAMS, type Place, type Row } from '../setup.ts'

const MODULES = '/usr/lib/apache2/modules'
const ALWAYS = ['mpm_event', 'authz_core', 'authn_core', 'headers', 'setenvif', 'proxy', 'proxy_http']

/** It refuses to serve as root; the numbers are those of an unprivileged user. */
const USER = process.getuid?.() === 0 ? 'User #65534\nGroup #65534' : ''

/** @param site what is in the virtual host; @param modules besides the ones that every proxy needs */
export function apache({ port, folder }: Place, site: string, modules: readonly string[] = []): string {
  const load = [...ALWAYS, ...modules].map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`)
  return `${load.join('\n')}
ServerRoot ${folder}
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}/scratch
Mutex file:${folder}/scratch default
ErrorLog /dev/stderr
LogLevel error
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
StartServers 1
ThreadsPerChild 32
MaxRequestWorkers 64
LimitRequestBody 0
AllowEncodedSlashes NoDecode
ProxyRequests Off
<VirtualHost 127.0.0.1:${port}>
${site}
</VirtualHost>
${USER}
`
}

/** Directives that lead to the mock. */
const pass = ({ upstream }: Place, from = '/', options = ''): string =>
  `ProxyPass "${from}" "http://127.0.0.1:${upstream.port}/" nocanon ${options}`

const secure = ({ files }: Place): string =>
  `SSLEngine on\nSSLCertificateFile ${files.certificate}\nSSLCertificateKeyFile ${files.key}`

export const apacheSetups: readonly Row[] = [
  {
    name: 'apache-plain',
    proxy: 'apache',
    shows: 'is a reverse proxy and nothing else',
    configure: (place) => apache(place, pass(place)),
  },
  {
    name: 'apache-flushes-at-once',
    proxy: 'apache',
    shows: 'hands on every piece of a response at once, and opens a connection for each request',
    configure: (place) => apache(place, pass(place, '/', 'flushpackets=on disablereuse=on')),
  },
  {
    name: 'apache-buffers',
    proxy: 'apache',
    shows: 'buffers responses',
    configure: (place) => apache(place, `SetOutputFilter BUFFER\n${pass(place)}`, ['buffer']),
  },
  {
    name: 'apache-path-prefix',
    proxy: 'apache',
    shows: 'serves the mock below a path',
    path: '/gateway',
    configure: (place) => apache(place, pass(place, '/gateway/')),
  },
  {
    name: 'apache-unix-upstream',
    proxy: 'apache',
    shows: 'reaches the mock by a Unix socket',
    configure: (place) => apache(place, `ProxyPass "/" "unix:${place.upstream.socket}|http://127.0.0.1/" nocanon`),
  },
  {
    name: 'apache-tls',
    proxy: 'apache',
    shows: 'speaks TLS with the certificate of an own CA',
    reach: 'tls',
    configure: (place) => apache(place, `${secure(place)}\n${pass(place)}`, ['ssl']),
  },
  {
    name: 'apache-h2',
    proxy: 'apache',
    shows: 'speaks HTTP/2 over TLS',
    reach: 'h2',
    configure: (place) => apache(place, `Protocols h2 http/1.1\n${secure(place)}\n${pass(place)}`, ['ssl', 'http2']),
  },
  {
    name: 'apache-deflate',
    proxy: 'apache',
    shows: 'compresses JSON and streams',
    compresses: JSON_AND_STREAMS,
    configure: (place) =>
      apache(place, `AddOutputFilterByType DEFLATE application/json text/event-stream\n${pass(place)}`, [
        'deflate',
        'filter',
      ]),
  },
  {
    name: 'apache-brotli',
    proxy: 'apache',
    shows: 'compresses JSON and streams with brotli',
    compresses: JSON_AND_STREAMS,
    configure: (place) =>
      apache(place, `AddOutputFilterByType BROTLI_COMPRESS application/json text/event-stream\n${pass(place)}`, [
        'brotli',
        'filter',
      ]),
  },
]
