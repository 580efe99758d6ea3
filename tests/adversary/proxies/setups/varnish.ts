/** Set-ups of Varnish that keep the contract: it forwards everything, and caches nothing. */
import { JSON_AND_STREAMS, type Place, setupsOf } from '../setup.ts'

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

export const varnishSetups = setupsOf('varnish', {
  'varnish-passes: passes every request on': (place) => varnish(place),
  'varnish-pipes: connects caller and mock, and closes the connection after each response': (place) =>
    varnish(place, {
      request: 'return (pipe);',
      more: 'sub vcl_pipe { set bereq.http.connection = "close"; }',
    }),
  'varnish-buffers: sends a response when it has all of it': (place) =>
    varnish(place, { response: 'set beresp.do_stream = false;' }),
  'varnish-unix-upstream: reaches the mock by a Unix socket': (place) =>
    varnish(place, { address: `.path = "${place.upstream.socket}";` }),
  'varnish-h2c: speaks HTTP/2 without TLS': [(place) => varnish(place), { reach: 'h2c' }],
  'varnish-gzip: compresses JSON and streams': [
    (place) => varnish(place, { response: `if (${TEXT}) { set beresp.do_gzip = true; }` }),
    { compresses: JSON_AND_STREAMS },
  ],
})
