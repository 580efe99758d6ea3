/** Set-ups of Apache that keep the contract. */
import { JSON_AND_STREAMS, type Place, setupsOf } from '../setup.ts'

const MODULES = '/usr/lib/apache2/modules'
const ALWAYS = ['mpm_event', 'authz_core', 'authn_core', 'headers', 'setenvif', 'proxy', 'proxy_http']

/** It refuses to run as root, so this sets the ids of an unprivileged user. */
const USER = process.getuid?.() === 0 ? 'User #65534\nGroup #65534' : ''

/** @param site the content of the virtual host @param modules in addition to those that every proxy needs */
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

/** Directives that forward to the mock. */
const pass = ({ upstream }: Place, from = '/', options = ''): string =>
  `ProxyPass "${from}" "http://127.0.0.1:${upstream.port}/" nocanon ${options}`

const secure = ({ files }: Place): string =>
  `SSLEngine on\nSSLCertificateFile ${files.certificate}\nSSLCertificateKeyFile ${files.key}`

const compressing = (filter: 'DEFLATE' | 'BROTLI_COMPRESS') => {
  const modules = [filter === 'DEFLATE' ? 'deflate' : 'brotli', 'filter']
  return (place: Place): string =>
    apache(place, `AddOutputFilterByType ${filter} application/json text/event-stream\n${pass(place)}`, modules)
}

export const apacheSetups = setupsOf('apache', {
  'apache-plain: is a reverse proxy and nothing else': (place) => apache(place, pass(place)),
  'apache-flushes-at-once: hands on every piece of a response at once, and opens a connection for each request': (
    place,
  ) => apache(place, pass(place, '/', 'flushpackets=on disablereuse=on')),
  'apache-buffers: buffers responses': (place) => apache(place, `SetOutputFilter BUFFER\n${pass(place)}`, ['buffer']),
  'apache-path-prefix: serves the mock below a path': [
    (place) => apache(place, pass(place, '/gateway/')),
    { path: '/gateway' },
  ],
  'apache-unix-upstream: reaches the mock by a Unix socket': (place) =>
    apache(place, `ProxyPass "/" "unix:${place.upstream.socket}|http://127.0.0.1/" nocanon`),
  'apache-tls: speaks TLS with the certificate of an own CA': [
    (place) => apache(place, `${secure(place)}\n${pass(place)}`, ['ssl']),
    { reach: 'tls' },
  ],
  'apache-h2: speaks HTTP/2 over TLS': [
    (place) => apache(place, `Protocols h2 http/1.1\n${secure(place)}\n${pass(place)}`, ['ssl', 'http2']),
    { reach: 'h2' },
  ],
  'apache-deflate: compresses JSON and streams': [compressing('DEFLATE'), { compresses: JSON_AND_STREAMS }],
  'apache-brotli: compresses JSON and streams with brotli': [
    compressing('BROTLI_COMPRESS'),
    { compresses: JSON_AND_STREAMS },
  ],
})
