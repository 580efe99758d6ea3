/** lighttpd, kept to the contract. */
import { JSON_AND_STREAMS, type Place, type Row } from '../setup.ts'

interface Parts {
  readonly modules?: readonly string[]
  readonly more?: string
  /** Of `proxy.header`. */
  readonly header?: string
  readonly host?: string
}

export function lighttpd(
  { port, folder, upstream }: Place,
  { modules = [], more = '', header, host }: Parts = {},
): string {
  const server = host === undefined ? `"host" => "127.0.0.1", "port" => ${upstream.port}` : `"host" => "${host}"`
  return `server.modules = ( ${[...modules, 'mod_proxy'].map((name) => `"${name}"`).join(', ')} )
server.document-root = "${folder}/scratch"
server.upload-dirs = ( "${folder}/scratch" )
server.bind = "127.0.0.1"
server.port = ${port}
${more}
proxy.server = ( "" => ( ( ${server} ) ) )
${header === undefined ? '' : `proxy.header = ( ${header} )`}
`
}

/** Directives of TLS. */
export const secure = ({ files }: Place): string =>
  `ssl.engine = "enable"\nssl.pemfile = "${files.certificate}"\nssl.privkey = "${files.key}"`

export const lighttpdSetups: readonly Row[] = [
  {
    name: 'lighttpd-plain',
    proxy: 'lighttpd',
    shows: 'buffers requests and responses, as it does without any word about it',
    configure: (place) => lighttpd(place),
  },
  {
    name: 'lighttpd-streams',
    proxy: 'lighttpd',
    shows: 'buffers neither requests nor responses',
    configure: (place) => lighttpd(place, { more: 'server.stream-response-body = 2\nserver.stream-request-body = 2' }),
  },
  {
    name: 'lighttpd-path-prefix',
    proxy: 'lighttpd',
    shows: 'cuts off a path before it passes requests on',
    path: '/gateway',
    configure: (place) => lighttpd(place, { header: '"map-urlpath" => ( "/gateway/" => "/" )' }),
  },
  {
    name: 'lighttpd-unix-upstream',
    proxy: 'lighttpd',
    shows: 'reaches the mock by a Unix socket',
    configure: (place) => lighttpd(place, { host: place.upstream.socket }),
  },
  {
    name: 'lighttpd-tls',
    proxy: 'lighttpd',
    shows: 'speaks TLS with the certificate of an own CA',
    reach: 'tls',
    configure: (place) => lighttpd(place, { modules: ['mod_openssl'], more: secure(place) }),
  },
  {
    name: 'lighttpd-deflate',
    proxy: 'lighttpd',
    shows: 'compresses JSON and streams',
    compresses: JSON_AND_STREAMS,
    configure: (place) =>
      lighttpd(place, {
        modules: ['mod_deflate'],
        more: `deflate.mimetypes = ( "application/json", "text/event-stream" )
deflate.allowed-encodings = ( "gzip", "deflate" )
deflate.min-compress-size = 1`,
      }),
  },
]
