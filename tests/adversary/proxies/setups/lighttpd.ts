/** Set-ups of lighttpd that keep the contract. */
import { JSON_AND_STREAMS, type Place, setupsOf } from '../setup.ts'

interface Parts {
  readonly modules?: readonly string[]
  readonly more?: string
  /** The content of `proxy.header`. */
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

/** Directives for TLS. */
export const secure = ({ files }: Place): string =>
  `ssl.engine = "enable"\nssl.pemfile = "${files.certificate}"\nssl.privkey = "${files.key}"`

export const lighttpdSetups = setupsOf('lighttpd', {
  'lighttpd-plain: buffers requests and responses, as it does without any word about it': (place) => lighttpd(place),
  'lighttpd-streams: buffers neither requests nor responses': (place) =>
    lighttpd(place, { more: 'server.stream-response-body = 2\nserver.stream-request-body = 2' }),
  'lighttpd-path-prefix: cuts off a path before it passes requests on': [
    (place) => lighttpd(place, { header: '"map-urlpath" => ( "/gateway/" => "/" )' }),
    { path: '/gateway' },
  ],
  'lighttpd-unix-upstream: reaches the mock by a Unix socket': (place) =>
    lighttpd(place, { host: place.upstream.socket }),
  'lighttpd-tls: speaks TLS with the certificate of an own CA': [
    (place) => lighttpd(place, { modules: ['mod_openssl'], more: secure(place) }),
    { reach: 'tls' },
  ],
  'lighttpd-deflate: compresses JSON and streams': [
    (place) =>
      lighttpd(place, {
        modules: ['mod_deflate'],
        more: `deflate.mimetypes = ( "application/json", "text/event-stream" )
deflate.allowed-encodings = ( "gzip", "deflate" )
deflate.min-compress-size = 1`,
      }),
    { compresses: JSON_AND_STREAMS },
  ],
})
