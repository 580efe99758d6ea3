/** nginx, kept to the contract. */
import { JSON_AND_STREAMS, type Place, type Row } from '../setup.ts'
import { nginx } from './nginx-file.ts'

/** HTTP/1.1 to the mock, with bodies as large as a test of the limit sends. */
const PASS = 'proxy_pass http://mock; proxy_http_version 1.1; proxy_set_header Connection "";'
const listen = ({ port }: Place, options = ''): string => `listen 127.0.0.1:${port}${options};`
const secure = ({ files }: Place): string => `ssl_certificate ${files.certificate}; ssl_certificate_key ${files.key};`

const GZIP = `
  gzip on; gzip_min_length 1; gzip_proxied any; gzip_vary on;
  gzip_types application/json text/event-stream;`

export const nginxSetups: readonly Row[] = [
  {
    name: 'nginx-http-1.0-upstream',
    proxy: 'nginx',
    shows: 'passes requests on in HTTP/1.0, as it does without any word about it',
    configure: (place) => nginx(place, `${listen(place)} location / { proxy_pass http://mock; }`),
  },
  {
    name: 'nginx-keep-alive-upstream',
    proxy: 'nginx',
    shows: 'keeps its connections to the mock',
    configure: (place) => nginx(place, `${listen(place)} location / { ${PASS} }`, 'keepalive 16;'),
  },
  {
    name: 'nginx-unbuffered',
    proxy: 'nginx',
    shows: 'buffers neither requests nor responses',
    configure: (place) =>
      nginx(place, `${listen(place)} location / { ${PASS} proxy_buffering off; proxy_request_buffering off; }`),
  },
  {
    name: 'nginx-small-buffers',
    proxy: 'nginx',
    shows: 'writes requests and responses to files when they exceed small buffers',
    configure: (place) =>
      nginx(
        place,
        `${listen(place)} client_body_buffer_size 1k; client_header_buffer_size 256; ignore_invalid_headers off;
        location / { ${PASS} proxy_buffer_size 1k; proxy_buffers 2 1k; proxy_busy_buffers_size 1k; }`,
      ),
  },
  {
    name: 'nginx-forwarding-headers',
    proxy: 'nginx',
    shows: 'adds forwarding headers to requests, and headers of security to every response',
    configure: (place) =>
      nginx(
        place,
        `${listen(place)} server_tokens off;
        add_header Strict-Transport-Security "max-age=63072000" always; add_header X-Content-Type-Options nosniff always;
        add_header X-Request-ID $request_id always; add_header Cache-Control no-store always;
        location / { ${PASS}
          proxy_set_header Host $http_host; proxy_set_header X-Real-IP $remote_addr;
          proxy_set_header X-Request-ID $request_id; proxy_set_header X-Forwarded-Proto $scheme;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; }`,
      ),
  },
  {
    name: 'nginx-own-413-in-json',
    proxy: 'nginx',
    shows: 'refuses large bodies itself, with the error body and the request id of the contract',
    configure: (place) =>
      nginx(
        place,
        `${listen(place)} client_max_body_size 1m; error_page 413 @too-large;
        location / { ${PASS} }
        location @too-large { default_type application/json; add_header x-svc-request-id $request_id always;
          return 413 '{"error":{"message":"The body exceeds 1 MiB.","type":"invalid_request_error","param":null,"code":"payload_too_large"}}'; }`,
      ),
  },
  {
    name: 'nginx-own-429-in-json',
    proxy: 'nginx',
    shows: 'limits each key to 100 requests a second, with 429 and Retry-After as the contract has them',
    configure: (place) =>
      nginx(
        place,
        `${listen(place)} limit_req zone=keys burst=20 nodelay; limit_req_status 429; error_page 429 @limited;
        location / { ${PASS} }
        location @limited { default_type application/json; add_header x-svc-request-id $request_id always;
          add_header Retry-After 1 always;
          return 429 '{"error":{"message":"Too many requests.","type":"rate_limit_error","param":null,"code":"rate_limited"}}'; }`,
        '',
        'limit_req_zone $http_authorization zone=keys:1m rate=100r/s;',
      ),
  },
  {
    name: 'nginx-path-prefix',
    proxy: 'nginx',
    shows: 'serves the mock below a path of two parts',
    path: '/inference/gateway',
    configure: (place) =>
      nginx(place, `${listen(place)} location /inference/gateway/ { ${PASS.replace('//mock', '//mock/')} }`),
  },
  {
    name: 'nginx-unix-upstream',
    proxy: 'nginx',
    shows: 'reaches the mock by a Unix socket',
    configure: (place) =>
      nginx(place, `${listen(place)} location / { ${PASS.replace('//mock', `//unix:${place.upstream.socket}:`)} }`),
  },
  {
    name: 'nginx-unix-listener',
    proxy: 'nginx',
    shows: 'listens on a Unix socket, to which the target file leads',
    reach: 'socket',
    configure: (place) => nginx(place, `listen unix:${place.socket}; location / { ${PASS} }`),
  },
  {
    name: 'nginx-tls',
    proxy: 'nginx',
    shows: 'speaks TLS with the certificate of an own CA',
    reach: 'tls',
    configure: (place) => nginx(place, `${listen(place, ' ssl')} ${secure(place)} location / { ${PASS} }`),
  },
  {
    name: 'nginx-tls-both-ways',
    proxy: 'nginx',
    shows: 'speaks TLS, also with the mock',
    reach: 'tls',
    secureUpstream: true,
    configure: (place) =>
      nginx(
        place,
        `${listen(place, ' ssl')} ${secure(place)}
        location / { ${PASS.replace('http://mock', 'https://mock')} proxy_ssl_verify on;
          proxy_ssl_name 127.0.0.1; proxy_ssl_trusted_certificate ${place.files.ca}; }`,
        'keepalive 4;',
      ),
  },
  {
    name: 'nginx-h2',
    proxy: 'nginx',
    shows: 'speaks HTTP/2 over TLS',
    reach: 'h2',
    configure: (place) => nginx(place, `${listen(place, ' ssl http2')} ${secure(place)} location / { ${PASS} }`),
  },
  {
    name: 'nginx-h2c',
    proxy: 'nginx',
    shows: 'speaks HTTP/2 without TLS',
    reach: 'h2c',
    configure: (place) => nginx(place, `${listen(place, ' http2')} location / { ${PASS} }`),
  },
  {
    name: 'nginx-gzip',
    proxy: 'nginx',
    shows: 'compresses JSON and streams',
    compresses: JSON_AND_STREAMS,
    configure: (place) => nginx(place, `${listen(place)} ${GZIP} location / { ${PASS} }`),
  },
  {
    name: 'nginx-gzip-unbuffered',
    proxy: 'nginx',
    shows: 'compresses JSON and streams, and sends each event at once',
    compresses: JSON_AND_STREAMS,
    configure: (place) => nginx(place, `${listen(place)} ${GZIP} location / { ${PASS} proxy_buffering off; }`),
  },
  {
    name: 'nginx-h2-gzip',
    proxy: 'nginx',
    shows: 'compresses JSON and streams on HTTP/2 over TLS',
    reach: 'h2',
    compresses: JSON_AND_STREAMS,
    configure: (place) =>
      nginx(place, `${listen(place, ' ssl http2')} ${secure(place)} ${GZIP} location / { ${PASS} }`),
  },
]
