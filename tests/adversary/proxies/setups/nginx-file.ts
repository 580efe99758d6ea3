/** The configuration file of nginx around one server. */
import type { Place } from '../setup.ts'

/** A worker of another user could not write the temporary files; outside of root the line would only warn. */
const USER = process.getuid?.() === 0 ? 'user root;' : ''

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** @param server what is in `server { }`; bodies may have any size there that it does not limit itself */
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
