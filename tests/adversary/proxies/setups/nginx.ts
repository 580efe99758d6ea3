/** Set-ups of nginx that keep the contract. */
import { JSON_AND_STREAMS, type Place, setupsOf } from '../setup.ts'

/** As root, a worker of another user could not write temporary files. For other users, the line would only warn. */
const USER = process.getuid?.() === 0 ? 'user root;' : ''

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** @param server the content of `server { }`; without its own limit, bodies may have any size */
export function nginx({ folder, upstream }: Place, server: string, inUpstream = '', inHttp = ''): string {
  const size = server.includes('client_max_body_size') ? '' : 'client_max_body_size 0;'
  return `${USER}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  ${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  access_log off;
  upstream mock { server 127.0.0.1:${upstream.port}; ${inUpstream} }
  ${inHttp}
  server {
    ${size}
    ${server}
  }
}
`
}

/** Forwards to the mock with HTTP/1.1. */
const PASS = 'proxy_pass http://mock; proxy_http_version 1.1; proxy_set_header Connection "";'
const listen = ({ port }: Place, options = ''): string => `listen 127.0.0.1:${port}${options};`

/** A server for plain HTTP/1.1. */
export const plain = (server: string, inUpstream = '', inHttp = '') => {
  return (place: Place): string => nginx(place, `${listen(place)} ${server}`, inUpstream, inHttp)
}

const secure = ({ files }: Place): string => `ssl_certificate ${files.certificate}; ssl_certificate_key ${files.key};`

const GZIP = `
  gzip on; gzip_min_length 1; gzip_proxied any; gzip_vary on;
  gzip_types application/json text/event-stream;`

export const nginxSetups = setupsOf('nginx', {
  'nginx-http-1.0-upstream: passes requests on in HTTP/1.0, as it does without any word about it': plain(
    `location / { proxy_pass http://mock; }`,
  ),
  'nginx-keep-alive-upstream: keeps its connections to the mock': plain(`location / { ${PASS} }`, 'keepalive 16;'),
  'nginx-unbuffered: buffers neither requests nor responses': plain(
    `location / { ${PASS} proxy_buffering off; proxy_request_buffering off; }`,
  ),
  'nginx-small-buffers: writes requests and responses to files when they exceed small buffers':
    plain(`client_body_buffer_size 1k; client_header_buffer_size 256; ignore_invalid_headers off;
        location / { ${PASS} proxy_buffer_size 1k; proxy_buffers 2 1k; proxy_busy_buffers_size 1k; }`),
  'nginx-forwarding-headers: adds forwarding headers to requests, and headers of security to every response':
    plain(`server_tokens off;
        add_header Strict-Transport-Security "max-age=63072000" always; add_header X-Content-Type-Options nosniff always;
        add_header X-Request-ID $request_id always; add_header Cache-Control no-store always;
        location / { ${PASS}
          proxy_set_header Host $http_host; proxy_set_header X-Real-IP $remote_addr;
          proxy_set_header X-Request-ID $request_id; proxy_set_header X-Forwarded-Proto $scheme;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; }`),
  'nginx-own-413-in-json: refuses large bodies itself, with the error body and the request id of the contract':
    plain(`client_max_body_size 1m; error_page 413 @too-large;
        location / { ${PASS} }
        location @too-large { default_type application/json; add_header x-svc-request-id $request_id always;
          return 413 '{"error":{"message":"The body exceeds 1 MiB.","type":"invalid_request_error","param":null,"code":"payload_too_large"}}'; }`),
  'nginx-own-429-in-json: limits each key to 100 requests a second, with 429 and Retry-After as the contract has them':
    plain(
      `limit_req zone=keys burst=20 nodelay; limit_req_status 429; error_page 429 @limited;
        location / { ${PASS} }
        location @limited { default_type application/json; add_header x-svc-request-id $request_id always;
          add_header Retry-After 1 always;
          return 429 '{"error":{"message":"Too many requests.","type":"rate_limit_error","param":null,"code":"rate_limited"}}'; }`,
      '',
      'limit_req_zone $http_authorization zone=keys:1m rate=100r/s;',
    ),
  'nginx-path-prefix: serves the mock below a path of two parts': [
    (place) => nginx(place, `${listen(place)} location /inference/gateway/ { ${PASS.replace('//mock', '//mock/')} }`),
    { path: '/inference/gateway' },
  ],
  'nginx-unix-upstream: reaches the mock by a Unix socket': (place) =>
    nginx(place, `${listen(place)} location / { ${PASS.replace('//mock', `//unix:${place.upstream.socket}:`)} }`),
  'nginx-unix-listener: listens on a Unix socket, to which the target file leads': [
    (place) => nginx(place, `listen unix:${place.socket}; location / { ${PASS} }`),
    { reach: 'socket' },
  ],
  'nginx-tls: speaks TLS with the certificate of an own CA': [
    (place) => nginx(place, `${listen(place, ' ssl')} ${secure(place)} location / { ${PASS} }`),
    { reach: 'tls' },
  ],
  'nginx-tls-both-ways: speaks TLS, also with the mock': [
    (place) =>
      nginx(
        place,
        `${listen(place, ' ssl')} ${secure(place)}
        location / { ${PASS.replace('http://mock', 'https://mock')} proxy_ssl_verify on;
          proxy_ssl_name 127.0.0.1; proxy_ssl_trusted_certificate ${place.files.ca}; }`,
        'keepalive 4;',
      ),
    { reach: 'tls', secureUpstream: true },
  ],
  'nginx-h2: speaks HTTP/2 over TLS': [
    (place) => nginx(place, `${listen(place, ' ssl http2')} ${secure(place)} location / { ${PASS} }`),
    { reach: 'h2' },
  ],
  'nginx-h2c: speaks HTTP/2 without TLS': [
    (place) => nginx(place, `${listen(place, ' http2')} location / { ${PASS} }`),
    { reach: 'h2c' },
  ],
  'nginx-gzip: compresses JSON and streams': [
    plain(`${GZIP} location / { ${PASS} }`),
    { compresses: JSON_AND_STREAMS },
  ],
  'nginx-gzip-unbuffered: compresses JSON and streams, and sends each event at once': [
    plain(`${GZIP} location / { ${PASS} proxy_buffering off; }`),
    { compresses: JSON_AND_STREAMS },
  ],
  'nginx-h2-gzip: compresses JSON and streams on HTTP/2 over TLS': [
    (place) => nginx(place, `${listen(place, ' ssl http2')} ${secure(place)} ${GZIP} location / { ${PASS} }`),
    { reach: 'h2', compresses: JSON_AND_STREAMS },
  ],
})
