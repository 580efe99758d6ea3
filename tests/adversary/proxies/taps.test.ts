/** The recipes of docs/proxy.md for operators who cannot add a hop, with the real programs if they are installed. */
import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'
import { type MockServer, startMock } from '../../../mock/index.ts'
import type { TrafficSummary } from '../../../suites/harness/traffic/summary.ts'
import { command } from '../../cli/command.ts'
import { judgeTo } from '../../cli/proxy/passing.ts'
import { installed, type Program, programOf } from './programs.ts'
import { serve } from './serving.ts'
import { nginx } from './setups/nginx.ts'
import { missingLine } from './wording.ts'

const page = readFileSync(new URL('../../../docs/proxy.md', import.meta.url), 'utf8')

function recipe(language: string): string {
  const [, text = ''] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(page) ?? []
  assert.notEqual(text, '')
  return text
}

const envoy: Program = {
  proxy: 'nginx',
  binary: 'envoy',
  packages: [],
  configuration: 'envoy.json',
  args: (_, file) => ['-c', file, '--disable-hot-restart', '--concurrency', '1', '-l', 'error'],
}

/** A configuration for Envoy: the listener and the cluster around the recipe. */
function envoyFile(port: number, upstream: number, prefix: string): string {
  const type = (name: string): object => ({ '@type': `type.googleapis.com/envoy.extensions.filters.${name}` })
  const at = (number: number): object => ({ address: { socket_address: { address: '127.0.0.1', port_value: number } } })
  const tap = parse(recipe('yaml').replace('/var/tap/svc', prefix)) as object
  const router = { name: 'router', typed_config: type('http.router.v3.Router') }
  const routes = [{ match: { prefix: '/' }, route: { cluster: 'gateway', timeout: '0s' } }]
  const connections = {
    ...type('network.http_connection_manager.v3.HttpConnectionManager'),
    stat_prefix: 'svc',
    http_filters: [tap, router],
    route_config: { virtual_hosts: [{ name: 'all', domains: ['*'], routes }] },
  }
  const listener = { ...at(port), filter_chains: [{ filters: [{ name: 'http', typed_config: connections }] }] }
  const endpoints = [{ lb_endpoints: [{ endpoint: at(upstream) }] }]
  const cluster = { name: 'gateway', load_assignment: { cluster_name: 'gateway', endpoints } }
  return JSON.stringify({ static_resources: { listeners: [listener], clusters: [cluster] } })
}

/** Requests a slow stream and a list. */
async function ask(port: number, mock: MockServer, path: string): Promise<void> {
  const { key } = mock.project({
    models: { 'svc/slow': { reply: 'one and two', pace: { first: '20ms', gap: '20ms' } } },
  })
  const url = `http://127.0.0.1:${port}${path}/v1`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const messages = [{ role: 'user', content: 'Hello' }]
  const body = JSON.stringify({ model: 'svc/slow', stream: true, messages })
  await (await fetch(`${url}/chat/completions`, { method: 'POST', headers, body })).text()
  await (await fetch(`${url}/models`, { headers })).text()
}

const verdictOf = ({ requirements }: TrafficSummary, id: string): string | undefined =>
  requirements.find((row) => row.id === id)?.verdict

for (const [program, title, tried] of [
  [programOf('nginx'), 'copies of nginx are judged to the end of their streams', mirrored],
  [envoy, 'files of the tap filter of Envoy are judged with their bodies', tapped],
] as const)
  describe(title, () => {
    if (installed(program) === undefined)
      it('has nothing to run with', (context) => context.diagnostic(missingLine([program])))
    else
      for (const fault of ['', '/faults/stream-done-missing'])
        it(fault || 'a gateway that conforms', () => tried(fault))
  })

async function mirrored(path: string): Promise<void> {
  await using mock = await startMock()
  await using proxy = await judgeTo(mock.url, {}, true)
  const configure: Parameters<typeof serve>[0]['configure'] = (place) => {
    const text = recipe('nginx').replace('gateway:8000', `127.0.0.1:${mock.port}`)
    return nginx(place, `listen 127.0.0.1:${place.port};\n${text.replace('127.0.0.1:8080', `127.0.0.1:${proxy.port}`)}`)
  }
  await using served = await serve({ name: 'the mirror', configure }, mock.port, programOf('nginx'))
  await ask(served.place.port, mock, path)
  let summary = await proxy.traffic.summary()
  while (summary?.judged !== 2) {
    await pause(20)
    summary = await proxy.traffic.summary()
  }
  assert.equal(verdictOf(summary, 'stream-done'), path === '' ? 'held' : 'broken')
  assert.equal(summary.client.length, 0)
}

async function tapped(path: string): Promise<void> {
  await using mock = await startMock()
  const setup = {
    name: 'the tap',
    configure: ({ folder, port }: { folder: string; port: number }) =>
      envoyFile(port, mock.port, join(folder, 'scratch', 'tap')),
  }
  await using served = await serve(setup, mock.port, envoy)
  await ask(served.place.port, mock, path)
  const { folder } = served.place
  const files = (): string[] => globSync('scratch/tap*.json', { cwd: folder })
  while (files().length < 2) await pause(20)
  writeFileSync(
    join(folder, 'traces.json'),
    files()
      .map((name) => readFileSync(join(folder, name)))
      .join('\n'),
  )
  const { code, stdout } = await command(['judge', 'traces.json', '--out', 'report.json'], { cwd: folder })
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as TrafficSummary
  assert.deepEqual([report.exchanges, report.judged], [2, 2], stdout)
  // Without a Content-Length, a stream without its end may have been truncated.
  assert.equal(verdictOf(report, 'stream-done'), path === '' ? 'held' : 'not-seen')
  assert.equal(code, 0, stdout)
}
