/** Varnish, kept to the contract: it passes everything on and stores nothing. */
import { JSON_AND_STREAMS, type Place, type Row } from '../setup.ts'

interface Parts {
  /** What it does with a request, such as `return (pass);`. */
  readonly request?: string
  /** What it does with a response of the mock. */
  readonly response?: string
  /** Other parts of the program. */
  readonly more?: string
  readonly address?: string
}

export function varnish(
  { upstream }: Place,
  { request = 'return (pass);', response = '', more = '', address }: Parts = {},
): string {
  const backend = address ?? `.host = "127.0.0.1"; .port = "${upstream.port}";`
  return `vcl 4.1;
backend mock { ${backend} }
sub vcl_recv { ${request} }
sub vcl_backend_response { ${response} }
${more}
`
}

const TEXT = 'beresp.http.content-type ~ "json" || beresp.http.content-type ~ "event-stream"'

export const varnishSetups: readonly Row[] = [
  {
    name: 'varnish-passes',
    proxy: 'varnish',
    shows: 'passes every request on',
    configure: (place) => varnish(place),
  },
  {
    name: 'varnish-pipes',
    proxy: 'varnish',
    shows: 'connects caller and mock, and closes the connection after each response',
    configure: (place) =>
      varnish(place, {
        request: 'return (pipe);',
        more: 'sub vcl_pipe { set bereq.http.connection = "close"; }',
      }),
  },
  {
    name: 'varnish-buffers',
    proxy: 'varnish',
    shows: 'sends a response when it has all of it',
    configure: (place) => varnish(place, { response: 'set beresp.do_stream = false;' }),
  },
  {
    name: 'varnish-unix-upstream',
    proxy: 'varnish',
    shows: 'reaches the mock by a Unix socket',
    configure: (place) => varnish(place, { address: `.path = "${place.upstream.socket}";` }),
  },
  {
    name: 'varnish-h2c',
    proxy: 'varnish',
    shows: 'speaks HTTP/2 without TLS',
    reach: 'h2c',
    configure: (place) => varnish(place),
  },
  {
    name: 'varnish-gzip',
    proxy: 'varnish',
    shows: 'compresses JSON and streams',
    compresses: JSON_AND_STREAMS,
    configure: (place) => varnish(place, { response: `if (${TEXT}) { set beresp.do_gzip = true; }` }),
  },
]
