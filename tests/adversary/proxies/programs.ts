/** The programs: where they are, and how each is started in the foreground with its own configuration. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Place, ProxyName } from './setup.ts'

export interface Program {
  readonly proxy: ProxyName
  /** Names of the file that is run. */
  readonly binary: string
  /** Packages of Debian that bring it. */
  readonly packages: readonly string[]
  /** The name of the configuration file inside the folder of the place. */
  readonly configuration: string
  readonly args: (place: Place, configuration: string) => readonly string[]
}

export const programs: readonly Program[] = [
  {
    proxy: 'nginx',
    binary: 'nginx',
    packages: ['nginx-light'],
    configuration: 'nginx.conf',
    args: ({ folder }, file) => ['-p', folder, '-c', file, '-e', 'stderr'],
  },
  {
    proxy: 'haproxy',
    binary: 'haproxy',
    packages: ['haproxy'],
    configuration: 'haproxy.cfg',
    args: (_, file) => ['-db', '-f', file],
  },
  {
    proxy: 'caddy',
    binary: 'caddy',
    packages: ['caddy'],
    configuration: 'Caddyfile',
    args: (_, file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
  {
    proxy: 'apache',
    binary: 'apache2',
    packages: ['apache2'],
    configuration: 'apache.conf',
    args: ({ folder }, file) => ['-d', folder, '-f', file, '-D', 'FOREGROUND'],
  },
  {
    proxy: 'lighttpd',
    binary: 'lighttpd',
    packages: ['lighttpd', 'lighttpd-mod-openssl', 'lighttpd-mod-deflate'],
    configuration: 'lighttpd.conf',
    args: (_, file) => ['-D', '-f', file],
  },
  {
    proxy: 'varnish',
    binary: 'varnishd',
    packages: ['varnish'],
    configuration: 'varnish.vcl',
    args: ({ folder, port }, file) => [
      ...['-F', '-a', `127.0.0.1:${port}`, '-f', file, '-n', join(folder, 'varnish')],
      ...['-s', 'malloc,32m', '-p', 'feature=+http2', '-p', 'vsl_space=1m'],
      // It would change to its own users, which may not read the folder.
      ...['-j', 'none'],
    ],
  },
]

/** The folders of PATH, and those of system programs, which PATH often leaves out. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** The path of a program; undefined where it is not installed. */
export function installed({ binary }: Program): string | undefined {
  return folders.map((folder) => join(folder, binary)).find((path) => existsSync(path))
}

export function programOf(proxy: ProxyName): Program {
  const program = programs.find((each) => each.proxy === proxy)
  if (!program) throw new Error(`there is no program for ${proxy}`)
  return program
}
