/** Set-ups that break the contract, as they occur in practice, and one that hides a state from the run. */
import { breaks, JSON_AND_STREAMS, type Place, type Setup, setupsOf } from '../setup.ts'
import { apache } from './apache.ts'
import { caddy } from './caddy.ts'
import { haproxy } from './haproxy.ts'
import { lighttpd, secure } from './lighttpd.ts'
import { plain } from './nginx.ts'
import { varnish } from './varnish.ts'

const toMock = ({ upstream }: Place): string => `127.0.0.1:${upstream.port}`

/** nginx with a cache of lists. */
const caching = (options: string) => {
  const server = `location = /v1/models { proxy_pass http://mock; proxy_cache lists; proxy_cache_valid 200 1m; ${options} }
        location / { proxy_pass http://mock; }`
  return (place: Place): string =>
    plain(server, '', `proxy_cache_path ${place.folder}/lists keys_zone=lists:1m;`)(place)
}

/** Compresses, but truncates the output after the first bytes. */
const CUT = `ExtFilterDefine cut mode=output cmd="/bin/sh -c 'gzip -c | head -c 200'"`

export const breakingSetups: readonly Setup[] = [
  ...setupsOf('nginx', {
    'nginx-own-413-page: refuses bodies above 1 MiB with its own page, as it does without client_max_body_size': [
      plain(`client_max_body_size 1m; location / { proxy_pass http://mock; }`),
      { outcome: breaks('error-body', 'error-media-type', 'request-id-present') },
    ],
    'nginx-own-error-pages: replaces the errors of the mock with pages (proxy_intercept_errors)': [
      plain(`proxy_intercept_errors on; error_page 400 401 403 404 413 429 500 503 /error.html;
        location / { proxy_pass http://mock; }
        location = /error.html { internal; default_type text/html; return 200 '<h1>Sorry</h1>'; }`),
      { outcome: breaks('error-body', 'error-media-type', 'request-id-present') },
    ],
    'nginx-cached-list: stores the model list of each key for a minute': [
      caching('proxy_cache_key $http_authorization$uri;'),
      { outcome: breaks('request-id-unique') },
    ],
    'nginx-list-cached-for-all: stores the model list under its path, whatever key asked for it': [
      caching(''),
      { outcome: breaks('auth-missing-key', 'auth-project-catalog') },
    ],
    'nginx-second-request-id: adds a request id to that of the mock': [
      plain(`add_header x-svc-request-id $request_id always; location / { proxy_pass http://mock; }`),
      { outcome: breaks('request-id-present') },
    ],
    'nginx-takes-over-request-id: responds with the request id that the caller sent, where one was sent': [
      plain(
        `        location / { proxy_pass http://mock; proxy_hide_header x-svc-request-id; add_header x-svc-request-id $id always; }`,
        '',
        `map $http_x_svc_request_id $id { '' $request_id; default $http_x_svc_request_id; }`,
      ),
      { outcome: breaks('request-id-generated') },
    ],
    'nginx-drops-provocation: hands on no x-test-fault, by which the target file provokes an internal error': [
      plain(`location / { proxy_pass http://mock; proxy_set_header x-test-fault ""; }`),
      { outcome: { conclusion: 'incomplete', open: ['internal-500'] } },
    ],
  }),
  ...setupsOf('haproxy', {
    'haproxy-own-413-page: refuses large bodies with its own page': [
      (place) =>
        haproxy(place, {
          frontend: [
            'option http-buffer-request',
            'http-request deny deny_status 413 if { req.hdr_val(content-length) gt 1048576 }',
          ],
        }),
      { outcome: breaks('error-body', 'error-media-type', 'request-id-present') },
    ],
    'haproxy-claims-gzip: says that responses are compressed where the caller asks for it, and does not compress them':
      [
        (place) =>
          haproxy(place, {
            frontend: [
              'http-request set-var(txn.asked) req.fhdr(accept-encoding)',
              'http-response set-header content-encoding gzip if { var(txn.asked) -m sub gzip }',
            ],
          }),
        { compresses: JSON_AND_STREAMS, outcome: breaks('completion-json') },
      ],
  }),
  ...setupsOf('caddy', {
    'caddy-body-limit: limits bodies by itself, and responses 502 without a body where one is larger': [
      (place) => caddy(place, `request_body {\n\t\tmax_size 1MiB\n\t}\n\treverse_proxy ${toMock(place)}`),
      { outcome: breaks('request-size-refused', 'gateway-statuses') },
    ],
  }),
  ...setupsOf('apache', {
    'apache-cuts-gzip-streams: cuts streams off where the caller asks for compression': [
      (place) =>
        apache(
          place,
          `ProxyPass "/" "http://${toMock(place)}/" nocanon
<If "%{HTTP:Accept-Encoding} =~ /gzip/">
  SetOutputFilter cut
  Header set Content-Encoding gzip "expr=%{CONTENT_TYPE} =~ m#event-stream#"
</If>`,
          ['ext_filter'],
        ).replace(
          '<VirtualHost',
          `${CUT.replace('mode=output', 'mode=output intype=text/event-stream')}\n<VirtualHost`,
        ),
      { compresses: ['text/event-stream'], outcome: breaks('stream-done') },
    ],
  }),
  ...setupsOf('lighttpd', {
    'lighttpd-h2-wants-lengths: returns 411 with a page to bodies without a length on HTTP/2, which it cannot pass on (1.4.69)':
      [
        (place) => lighttpd(place, { modules: ['mod_openssl'], more: secure(place) }),
        {
          reach: 'h2',
          outcome: breaks('completion-statuses', 'request-size-accepted', 'error-body', 'request-id-present'),
        },
      ],
  }),
  ...setupsOf('varnish', {
    'varnish-cached-list: stores the model list of each key for a minute': [
      (place) =>
        varnish(place, {
          request: 'if (req.method == "GET" && req.url ~ "^/v1/models$") { return (hash); } return (pass);',
          response: 'if (beresp.status == 200) { set beresp.ttl = 60s; return (deliver); }',
          more: 'sub vcl_hash { hash_data(req.http.authorization); }',
        }),
      { outcome: breaks('request-id-unique') },
    ],
  }),
]
