/**
 * A fake container daemon, with as much of the API as Testcontainers needs, for machines without one. It has only the
 * image svc-conformance, whose containers are processes of this checkout with free ports.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Listening, listen } from '../../adversary/null-servers/listening.ts'
import { main } from '../../cli/command.ts'
import { watch } from '../drivers/child.ts'

interface Settings {
  readonly Image: string
  readonly Cmd: readonly string[]
  readonly Env?: readonly string[]
  readonly Labels?: Readonly<Record<string, string>>
}

interface Container {
  readonly id: string
  readonly settings: Settings
  child?: ChildProcess
  /** The output so far. */
  log(): string
}

/** A frame of the multiplexed stream in which a daemon sends the output of a container. */
function frame(text: string): Buffer {
  const head = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt32BE(Buffer.byteLength(text), 4)
  return Buffer.concat([head, Buffer.from(text)])
}

const PORTS = {
  '8080/tcp': /The mock listens at \S+:(\d+)\n/,
  '9090/tcp': /The admin API listens at \S+:(\d+)\n/,
}

const IMAGE = {
  Id: 'sha256:1',
  RepoTags: ['svc-conformance:latest'],
  Created: '2026-01-01T00:00:00Z',
  Os: 'linux',
  Architecture: 'amd64',
}
/** Constant responses. */
const RESPONSES: Readonly<Record<string, object>> = {
  'GET /version': { ApiVersion: '1.47', MinAPIVersion: '1.24', Version: '28.0.0', Os: 'linux', Arch: 'amd64' },
  'GET /info': { ServerVersion: '28.0.0', OperatingSystem: 'this machine', OSType: 'linux', MemTotal: 2 ** 33 },
  'GET /networks': [{ Name: 'bridge', Id: '1', Driver: 'bridge' }],
  'GET /images/json': [{ ...IMAGE, Created: 1 }],
  'GET /images/sha256:1/json': IMAGE,
  'GET /images/svc-conformance/json': IMAGE,
  'GET /images/svc-conformance:latest/json': IMAGE,
  'POST /containers/prune': {},
  'POST /images/prune': {},
  'POST /networks/prune': {},
  'POST /volumes/prune': {},
}
const HOST = { NetworkMode: 'bridge' }
const NETWORKS = { bridge: { IPAddress: '127.0.0.1', Gateway: '127.0.0.1' } }

export class Daemon implements AsyncDisposable {
  readonly #server = createServer((request, response) => {
    this.#respond(request, response).catch((error: Error) => send(response, 500, { message: error.message }))
  })
  readonly #containers = new Map<string, Container>()
  #listening: Listening | undefined
  /** The number of started containers. */
  started = 0
  /** Requests that the fake does not support. */
  readonly strange: string[] = []

  async listen(): Promise<string> {
    this.#listening = await listen(this.#server)
    return `tcp://127.0.0.1:${this.#listening.port}`
  }

  get running(): number {
    return this.#containers.size
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://daemon')
    const path = pathname.replace(/^\/v1\.\d+/, '')
    const asked = `${request.method} ${path}`
    const [, id = '', action = ''] = /^\/containers\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const container = this.#containers.get(id)
    response.setHeader('api-version', '1.47')
    if (path === '/_ping') response.end('OK')
    else if (RESPONSES[asked]) send(response, 200, RESPONSES[asked])
    else if (asked === 'POST /containers/create') send(response, 201, { Id: await this.#create(request), Warnings: [] })
    else if (asked === 'GET /containers/json') send(response, 200, [...this.#containers.values()].map(listed))
    else if (!container) {
      this.strange.push(asked)
      send(response, 404, { message: `nothing here for ${asked}` })
    } else if (request.method === 'DELETE' || action === 'stop' || action === 'kill') {
      container.child?.kill('SIGTERM')
      if (request.method === 'DELETE') this.#containers.delete(id)
      send(response, 204)
    } else if (action === 'start') {
      await this.#start(container)
      send(response, 204)
    } else if (action === 'logs') {
      response.write(frame(container.log()))
      if (searchParams.get('follow') === '1') container.child?.once('close', () => response.end())
      else response.end()
    } else send(response, 200, described(container))
  }

  async #create(request: IncomingMessage): Promise<string> {
    const id = `${this.#containers.size + 1}`.padStart(64, 'c')
    this.#containers.set(id, { id, settings: (await json(request)) as Settings, log: () => '' })
    return id
  }

  async #start(container: Container): Promise<void> {
    const { Cmd, Env = [] } = container.settings
    const free = Cmd.map((word, at) => (/^--(admin-)?port$/.test(Cmd[at - 1] ?? '') ? '0' : word))
    const env = Object.fromEntries(Env.map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]))
    const child = spawn(process.execPath, [main, ...free], { env })
    container.child = child
    this.started += 1
    const { log, until } = watch(child)
    container.log = log
    await until(PORTS['9090/tcp'])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { child } of this.#containers.values()) child?.kill('SIGKILL')
    await this.#listening?.close()
  }
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

function listed({ id, settings, log }: Container): object {
  const Ports = Object.entries(PORTS).map(([port, words]) => ({
    IP: '127.0.0.1',
    PrivatePort: Number.parseInt(port, 10),
    PublicPort: Number(words.exec(log())?.[1]),
    Type: 'tcp',
  }))
  return {
    Id: id,
    Names: ['/mock'],
    Image: settings.Image,
    State: 'running',
    Labels: settings.Labels ?? {},
    Ports,
    HostConfig: HOST,
    NetworkSettings: { Networks: NETWORKS },
  }
}

function described({ id, settings, child, log }: Container): object {
  const Ports = Object.entries(PORTS).map(([port, words]) => {
    const [, HostPort] = words.exec(log()) ?? []
    return [port, HostPort === undefined ? null : [{ HostIp: '127.0.0.1', HostPort }]]
  })
  const Running = child?.exitCode === null
  return {
    Id: id,
    Name: '/mock',
    Image: 'sha256:1',
    Created: new Date().toISOString(),
    State: {
      Status: Running ? 'running' : 'exited',
      Running,
      ExitCode: child?.exitCode ?? 0,
      StartedAt: new Date().toISOString(),
    },
    Config: settings,
    HostConfig: HOST,
    Mounts: [],
    NetworkSettings: { Ports: Object.fromEntries(Ports), Networks: NETWORKS },
  }
}
