/** Set-ups of Caddy that keep the contract. */
import { JSON_AND_STREAMS, type Place, setupsOf } from '../setup.ts'

/** @param site the content of the site block @param options additional global options */
export function caddy({ port, folder }: Place, site: string, { scheme = 'http', options = '' } = {}): string {
  return `{
	admin off
	auto_https off
	storage file_system ${folder}/scratch
	log {
		output discard
	}
	${options}
}
${scheme}://127.0.0.1:${port} {
	bind 127.0.0.1
	${site}
}
`
}

const to = ({ upstream }: Place): string => `127.0.0.1:${upstream.port}`
const secure = ({ files }: Place): string => `tls ${files.certificate} ${files.key}`
const ENCODE = `encode gzip zstd {
		minimum_length 1
		match {
			header Content-Type application/json*
			header Content-Type text/event-stream*
		}
	}`

export const caddySetups = setupsOf('caddy', {
  'caddy-plain: is a reverse proxy and nothing else': (place) => caddy(place, `reverse_proxy ${to(place)}`),
  'caddy-flushes-at-once: hands on every byte at once': (place) =>
    caddy(place, `reverse_proxy ${to(place)} {\n\t\tflush_interval -1\n\t}`),
  'caddy-buffers: buffers requests and responses': (place) =>
    caddy(place, `reverse_proxy ${to(place)} {\n\t\tbuffer_requests\n\t\tbuffer_responses\n\t}`),
  'caddy-path-prefix: serves the mock below a path': [
    (place) => caddy(place, `handle_path /gateway/* {\n\t\treverse_proxy ${to(place)}\n\t}`),
    { path: '/gateway' },
  ],
  'caddy-unix-upstream: reaches the mock by a Unix socket': (place) =>
    caddy(place, `reverse_proxy unix/${place.upstream.socket}`),
  'caddy-tls: speaks TLS with the certificate of an own CA': [
    (place) => caddy(place, `${secure(place)}\n\treverse_proxy ${to(place)}`, { scheme: 'https' }),
    { reach: 'tls' },
  ],
  'caddy-h2: speaks HTTP/2 over TLS': [
    (place) => caddy(place, `${secure(place)}\n\treverse_proxy ${to(place)}`, { scheme: 'https' }),
    { reach: 'h2' },
  ],
  'caddy-h2c: speaks HTTP/2 without TLS': [
    (place) => caddy(place, `reverse_proxy ${to(place)}`, { options: 'servers {\n\t\tprotocols h1 h2 h2c\n\t}' }),
    { reach: 'h2c' },
  ],
  'caddy-encode: compresses JSON and streams with gzip and zstd': [
    (place) => caddy(place, `${ENCODE}\n\treverse_proxy ${to(place)}`),
    { compresses: JSON_AND_STREAMS },
  ],
  'caddy-h2-encode: compresses JSON and streams on HTTP/2 over TLS': [
    (place) => caddy(place, `${secure(place)}\n\t${ENCODE}\n\treverse_proxy ${to(place)}`, { scheme: 'https' }),
    { reach: 'h2', compresses: JSON_AND_STREAMS },
  ],
})
