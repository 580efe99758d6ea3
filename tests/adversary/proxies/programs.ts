/** The proxy programs: where they are, and how to start each in the foreground with its own configuration. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Place, ProxyName } from './setup.ts'

export interface Program {
  readonly proxy: ProxyName
  /** The name of the executable. */
  readonly binary: string
  /** The Debian packages that contain it. */
  readonly packages: readonly string[]
  /** The name of the configuration file in the temporary folder. */
  readonly configuration: string
  readonly args: (place: Place, configuration: string) => readonly string[]
}

type Args = Program['args']

const program = (
  proxy: ProxyName,
  [binary, configuration]: readonly [string, string],
  packages: readonly string[],
  args: Args,
): Program => ({ proxy, binary, packages, configuration, args })

const nginxArgs: Args = ({ folder }, file) => ['-p', folder, '-c', file, '-e', 'stderr']
const caddyArgs: Args = (_, file) => ['run', '--config', file, '--adapter', 'caddyfile']
const apacheArgs: Args = ({ folder }, file) => ['-d', folder, '-f', file, '-D', 'FOREGROUND']
const varnishArgs: Args = ({ folder, port }, file) => [
  ...['-F', '-a', `127.0.0.1:${port}`, '-f', file, '-n', join(folder, 'varnish')],
  ...['-s', 'malloc,32m', '-p', 'feature=+http2', '-p', 'vsl_space=1m'],
  // Without this it would switch to its own users, which may not read the folder.
  ...['-j', 'none'],
]
const LIGHTTPD = ['lighttpd', 'lighttpd-mod-openssl', 'lighttpd-mod-deflate']

export const programs: readonly Program[] = [
  program('nginx', ['nginx', 'nginx.conf'], ['nginx-light'], nginxArgs),
  program('haproxy', ['haproxy', 'haproxy.cfg'], ['haproxy'], (_, file) => ['-db', '-f', file]),
  program('caddy', ['caddy', 'Caddyfile'], ['caddy'], caddyArgs),
  program('apache', ['apache2', 'apache.conf'], ['apache2'], apacheArgs),
  program('lighttpd', ['lighttpd', 'lighttpd.conf'], LIGHTTPD, (_, file) => ['-D', '-f', file]),
  program('varnish', ['varnishd', 'varnish.vcl'], ['varnish'], varnishArgs),
]

/** The folders of PATH, and those of system programs, which are often not in PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** The path of a program; undefined if it is not installed. */
export function installed({ binary }: Program): string | undefined {
  return folders.map((folder) => join(folder, binary)).find((path) => existsSync(path))
}

export function programOf(proxy: ProxyName): Program {
  const program = programs.find((each) => each.proxy === proxy)
  if (!program) throw new Error(`there is no program for ${proxy}`)
  return program
}
