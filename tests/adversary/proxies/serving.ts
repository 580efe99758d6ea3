/** Starts and stops the program of a set-up in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../integration/drivers/free-port.ts'
import { authority, issued } from '../../suites/harness/target/made-certificates.ts'
import { installed, type Program } from './programs.ts'
import type { Place, Setup } from './setup.ts'

/** The maximum milliseconds until a program listens, even on a busy machine. */
const MAX_WAIT = 30_000
/** Retries, because a free port may be taken before the program listens. */
const ATTEMPTS = 3
const GRACE = 5000

const ca = await authority('a CA of the proxies')
/** The certificate of the proxies, and of the mock if it uses TLS behind them. */
export const certificate = await issued(ca, { name: '127.0.0.1' })
export const trusted: string = ca.cert

/** The members of a set-up that a program needs. */
type Started = Pick<Setup, 'name' | 'configure' | 'reach'>

function isReachable(place: Place, setup: Started): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = setup.reach === 'socket' ? connect(place.socket) : connect(place.port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Forwards a Unix socket to a port, because the mock only listens on ports. */
async function bridge(path: string, port: number): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const other = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.pipe(other).pipe(socket)
    socket.on('error', () => other.destroy())
    other.on('error', () => socket.destroy())
  })
  server.listen(path)
  await once(server, 'listening')
  // Workers of a proxy may run as another user.
  chmodSync(path, 0o777)
  return server
}

async function placeIn(folder: string, upstream: number): Promise<Place> {
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  return {
    folder,
    port: await freePort(),
    socket: join(folder, 'proxy.sock'),
    upstream: { port: upstream, socket: join(folder, 'mock.sock') },
    files: {
      certificate: file('certificate.pem', certificate.cert),
      key: file('key.pem', certificate.key),
      both: file('both.pem', `${certificate.cert}\n${certificate.key}`),
      ca: file('ca.pem', trusted),
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([ended, wait(GRACE, undefined, { ref: false })])
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await ended
  }
}

/** @returns the running program, or what it said when it ended */
async function started(program: Program, path: string, setup: Started, place: Place): Promise<ChildProcess | string> {
  const file = join(place.folder, program.configuration)
  writeFileSync(file, setup.configure(place))
  // Log to a file: some programs open /dev/stderr by name, which does not work with Node's pipes.
  const log = join(place.folder, 'output.log')
  const output = openSync(log, 'w')
  const child = spawn(path, program.args(place, file), {
    cwd: place.folder,
    env: { ...process.env, HOME: place.folder, XDG_DATA_HOME: place.folder, XDG_CONFIG_HOME: place.folder },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  // Use SIGTERM, because a killed program leaves its workers running.
  const abandon = (): void => void child.kill('SIGTERM')
  process.once('exit', abandon)
  child.once('exit', () => process.removeListener('exit', abandon))
  const until = performance.now() + MAX_WAIT
  while (child.exitCode === null && child.signalCode === null && performance.now() < until) {
    // Check twice: some programs listen, continue to read their configuration, and exit.
    const listens = await isReachable(place, setup)
    await wait(50)
    if (listens && (await isReachable(place, setup))) return child
  }
  await end(child)
  const said = readFileSync(log, 'utf8').trim().slice(-2000)
  return `${setup.name} did not start: ${said || `it said nothing, code ${child.exitCode}`}`
}

/**
 * @param upstream the port of the mock
 * @throws if the program does not start
 */
export async function serve(setup: Started, upstream: number, program: Program) {
  const path = installed(program)
  if (path === undefined) throw new Error(`${program.binary} is not installed`)
  const folder = mkdtempSync(join(tmpdir(), `svc-conformance-${program.binary}-`))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'scratch'))
  chmodSync(join(folder, 'scratch'), 0o777)
  const socket = await bridge(join(folder, 'mock.sock'), upstream)
  const clear = (): void => {
    socket.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  let problem = ''
  for (let attempts = 0; attempts < ATTEMPTS; attempts += 1) {
    const place = await placeIn(folder, upstream)
    const child = await started(program, path, setup, place)
    if (typeof child !== 'string')
      return {
        place,
        async [Symbol.asyncDispose]() {
          await end(child)
          clear()
        },
      }
    problem = child
  }
  clear()
  throw new Error(problem)
}
