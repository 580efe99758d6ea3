/** Caddy, kept to the contract. */
import { JSON_AND_STREAMS, type Place, type Row } from '../setup.ts'

/** @param site what is in the block of the site; @param options more global options */
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

export const caddySetups: readonly Row[] = [
  {
    name: 'caddy-plain',
    proxy: 'caddy',
    shows: 'is a reverse proxy and nothing else',
    configure: (place) => caddy(place, `reverse_proxy ${to(place)}`),
  },
  {
    name: 'caddy-flushes-at-once',
    proxy: 'caddy',
    shows: 'hands on every byte at once',
    configure: (place) => caddy(place, `reverse_proxy ${to(place)} {\n\t\tflush_interval -1\n\t}`),
  },
  {
    name: 'caddy-buffers',
    proxy: 'caddy',
    shows: 'buffers requests and responses',
    configure: (place) => caddy(place, `reverse_proxy ${to(place)} {\n\t\tbuffer_requests\n\t\tbuffer_responses\n\t}`),
  },
  {
    name: 'caddy-path-prefix',
    proxy: 'caddy',
    shows: 'serves the mock below a path',
    path: '/gateway',
    configure: (place) => caddy(place, `handle_path /gateway/* {\n\t\treverse_proxy ${to(place)}\n\t}`),
  },
  {
    name: 'caddy-unix-upstream',
    proxy: 'caddy',
    shows: 'reaches the mock by a Unix socket',
    configure: (place) => caddy(place, `reverse_proxy unix/${place.upstream.socket}`),
  },
  {
    name: 'caddy-tls',
    proxy: 'caddy',
    shows: 'speaks TLS with the certificate of an own CA',
    reach: 'tls',
    configure: (place) => caddy(place, `${secure(place)}\n\treverse_proxy ${to(place)}`, { scheme: 'https' }),
  },
  {
    name: 'caddy-h2',
    proxy: 'caddy',
    shows: 'speaks HTTP/2 over TLS',
    reach: 'h2',
    configure: (place) => caddy(place, `${secure(place)}\n\treverse_proxy ${to(place)}`, { scheme: 'https' }),
  },
  {
    name: 'caddy-h2c',
    proxy: 'caddy',
    shows: 'speaks HTTP/2 without TLS',
    reach: 'h2c',
    configure: (place) =>
      caddy(place, `reverse_proxy ${to(place)}`, { options: 'servers {\n\t\tprotocols h1 h2 h2c\n\t}' }),
  },
  {
    name: 'caddy-encode',
    proxy: 'caddy',
    shows: 'compresses JSON and streams with gzip and zstd',
    compresses: JSON_AND_STREAMS,
    configure: (place) => caddy(place, `${ENCODE}\n\treverse_proxy ${to(place)}`),
  },
  {
    name: 'caddy-h2-encode',
    proxy: 'caddy',
    shows: 'compresses JSON and streams on HTTP/2 over TLS',
    reach: 'h2',
    compresses: JSON_AND_STREAMS,
    configure: (place) =>
      caddy(place, `${secure(place)}\n\t${ENCODE}\n\treverse_proxy ${to(place)}`, { scheme: 'https' }),
  },
]
