/** Set-ups that break the contract, as they are met in the field, and one that hides a state from the run. */
import { breaks, JSON_AND_STREAMS, type Place, type Row } from '../setup.ts'
import { apache } from './apache.ts'
import { caddy } from './caddy.ts'
import { haproxy } from './haproxy.ts'
import { lighttpd, secure } from './lighttpd.ts'
import { nginx } from './nginx-file.ts'
import { varnish } from './varnish.ts'

const listen = ({ port }: Place): string => `listen 127.0.0.1:${port};`
const toMock = ({ upstream }: Place): string => `127.0.0.1:${upstream.port}`

/** Compresses, and keeps back all but the first bytes. */
const CUT = `ExtFilterDefine cut mode=output cmd="/bin/sh -c 'gzip -c | head -c 200'"`

export const breakingSetups: readonly Row[] = [
  {
    name: 'nginx-own-413-page',
    proxy: 'nginx',
    shows: 'refuses bodies above 1 MiB with its own page, as it does without client_max_body_size',
    configure: (place) =>
      nginx(place, `${listen(place)} client_max_body_size 1m; location / { proxy_pass http://mock; }`),
    outcome: breaks('error-body', 'error-media-type', 'request-id-present'),
  },
  {
    name: 'nginx-own-error-pages',
    proxy: 'nginx',
    shows: 'replaces the errors of the mock with pages (proxy_intercept_errors)',
    configure: (place) =>
      nginx(
        place,
        `${listen(place)} proxy_intercept_errors on; error_page 400 401 403 404 413 429 500 503 /error.html;
        location / { proxy_pass http://mock; }
        location = /error.html { internal; default_type text/html; return 200 '<h1>Sorry</h1>'; }`,
      ),
    outcome: breaks('error-body', 'error-media-type', 'request-id-present'),
  },
  {
    name: 'nginx-cached-list',
    proxy: 'nginx',
    shows: 'stores the model list of each key for a minute',
    configure: (place) =>
      nginx(
        place,
        `${listen(place)}
        location = /v1/models { proxy_pass http://mock; proxy_cache lists; proxy_cache_valid 200 1m;
          proxy_cache_key $http_authorization$uri; }
        location / { proxy_pass http://mock; }`,
        '',
        `proxy_cache_path ${place.folder}/lists keys_zone=lists:1m;`,
      ),
    outcome: breaks('request-id-unique'),
  },
  {
    name: 'nginx-list-cached-for-all',
    proxy: 'nginx',
    shows: 'stores the model list under its path, whatever key asked for it',
    configure: (place) =>
      nginx(
        place,
        `${listen(place)}
        location = /v1/models { proxy_pass http://mock; proxy_cache lists; proxy_cache_valid 200 1m; }
        location / { proxy_pass http://mock; }`,
        '',
        `proxy_cache_path ${place.folder}/lists keys_zone=lists:1m;`,
      ),
    outcome: breaks('auth-missing-key', 'auth-project-catalog'),
  },
  {
    name: 'nginx-second-request-id',
    proxy: 'nginx',
    shows: 'adds a request id to that of the mock',
    configure: (place) =>
      nginx(
        place,
        `${listen(place)} add_header x-svc-request-id $request_id always; location / { proxy_pass http://mock; }`,
      ),
    outcome: breaks('request-id-present'),
  },
  {
    name: 'nginx-takes-over-request-id',
    proxy: 'nginx',
    shows: 'responds with the request id that the caller sent, where one was sent',
    configure: (place) =>
      nginx(
        place,
        `${listen(place)}
        location / { proxy_pass http://mock; proxy_hide_header x-svc-request-id; add_header x-svc-request-id $id always; }`,
        '',
        `map $http_x_svc_request_id $id { '' $request_id; default $http_x_svc_request_id; }`,
      ),
    outcome: breaks('request-id-generated'),
  },
  {
    name: 'nginx-drops-provocation',
    proxy: 'nginx',
    shows: 'hands on no x-test-fault, by which the target file provokes an internal error',
    configure: (place) =>
      nginx(place, `${listen(place)} location / { proxy_pass http://mock; proxy_set_header x-test-fault ""; }`),
    outcome: { conclusion: 'incomplete', open: ['internal-500'] },
  },
  {
    name: 'haproxy-own-413-page',
    proxy: 'haproxy',
    shows: 'refuses large bodies with its own page',
    configure: (place) =>
      haproxy(place, {
        frontend: [
          'option http-buffer-request',
          'http-request deny deny_status 413 if { req.hdr_val(content-length) gt 1048576 }',
        ],
      }),
    outcome: breaks('error-body', 'error-media-type', 'request-id-present'),
  },
  {
    name: 'haproxy-claims-gzip',
    proxy: 'haproxy',
    shows: 'says that responses are compressed where the caller asks for it, and does not compress them',
    configure: (place) =>
      haproxy(place, {
        frontend: [
          'http-request set-var(txn.asked) req.fhdr(accept-encoding)',
          'http-response set-header content-encoding gzip if { var(txn.asked) -m sub gzip }',
        ],
      }),
    compresses: JSON_AND_STREAMS,
    outcome: breaks('completion-json'),
  },
  {
    name: 'caddy-body-limit',
    proxy: 'caddy',
    shows: 'limits bodies by itself, and responses 502 without a body where one is larger',
    configure: (place) => caddy(place, `request_body {\n\t\tmax_size 1MiB\n\t}\n\treverse_proxy ${toMock(place)}`),
    outcome: breaks('request-size-refused', 'gateway-statuses'),
  },
  {
    name: 'apache-cuts-gzip-streams',
    proxy: 'apache',
    shows: 'cuts streams off where the caller asks for compression',
    compresses: ['text/event-stream'],
    configure: (place) =>
      apache(
        place,
        `ProxyPass "/" "http://${toMock(place)}/" nocanon
<If "%{HTTP:Accept-Encoding} =~ /gzip/">
  SetOutputFilter cut
  Header set Content-Encoding gzip "expr=%{CONTENT_TYPE} =~ m#event-stream#"
</If>`,
        ['ext_filter'],
      ).replace('<VirtualHost', `${CUT.replace('mode=output', 'mode=output intype=text/event-stream')}\n<VirtualHost`),
    outcome: breaks('stream-done'),
  },
  {
    name: 'lighttpd-h2-wants-lengths',
    proxy: 'lighttpd',
    shows: 'returns 411 with a page to bodies without a length on HTTP/2, which it cannot pass on (1.4.69)',
    reach: 'h2',
    configure: (place) => lighttpd(place, { modules: ['mod_openssl'], more: secure(place) }),
    outcome: breaks('completion-statuses', 'request-size-accepted', 'error-body', 'request-id-present'),
  },
  {
    name: 'varnish-cached-list',
    proxy: 'varnish',
    shows: 'stores the model list of each key for a minute',
    configure: (place) =>
      varnish(place, {
        request: 'if (req.method == "GET" && req.url ~ "^/v1/models$") { return (hash); } return (pass);',
        response: 'if (beresp.status == 200) { set beresp.ttl = 60s; return (deliver); }',
        more: 'sub vcl_hash { hash_data(req.http.authorization); }',
      }),
    outcome: breaks('request-id-unique'),
  },
]
