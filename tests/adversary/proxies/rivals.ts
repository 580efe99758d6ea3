/**
 * `npm run proxies -- --rivals`: sends the same broken streams through other tools that record or check traffic. They
 * are installed into a temporary folder, or with `--into FOLDER` into one that stays. Table: docs/architecture.md.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openapiDocument } from '../../../cli/commands/openapi/documents.ts'
import { startMock } from '../../../mock/index.ts'
import { main } from '../../cli/command.ts'
import { watch } from '../../integration/drivers/child.ts'
import { freePort } from '../../integration/drivers/free-port.ts'
import { folderFor, npmProject, pythonWith } from '../../openapi/installed.ts'
import { listen } from '../null-servers/listening.ts'

/** Faults of the streams; the first stream has none. */
const STREAMS = ['', 'stream-done-missing', 'chunk-object-other', 'request-id-missing']
/** Milliseconds between two events, and the maximum milliseconds until a tool listens. */
const [GAP, MAX_WAIT] = [100, 60_000]

interface Tool {
  readonly name: string
  /** Command and arguments of its proxy. */
  readonly start: (place: { folder: string; port: number; upstream: string }) => readonly string[]
  /** What it reports, after it has ended. */
  readonly said: (output: string, folder: string) => string
}

const counted = (pattern: RegExp, output: string): string => {
  const found = [...new Set([...output.matchAll(pattern)].map(([, what = '']) => what.trim()))]
  return found.length === 0 ? 'nothing' : found.join('; ')
}

const toolsIn = (npm: string, python: string): readonly Tool[] => [
  {
    name: 'svc-conformance',
    start: ({ port, upstream }) => [process.execPath, main, 'proxy', '--port', `${port}`, '--upstream', upstream],
    said: (output) => counted(/^ {2}(\S+) \((?:must|should)\)/gm, output),
  },
  {
    name: 'Redocly',
    start: ({ port, upstream }) => [
      ...[join(npm, 'redocly'), 'proxy', '--target', upstream, '--port', `${port}`],
      ...['--har', 'redocly.har', '--api', 'openapi.json', '--match-mode', 'basepath', '--format', 'json'],
    ],
    said: (output) => counted(/"message": ?"([^"]+)"/g, output),
  },
  {
    name: 'Prism',
    start: ({ port, upstream }) => [...[join(npm, 'prism'), 'proxy', 'openapi.json', upstream, '--port', `${port}`]],
    said: (output) => counted(/(?:Violation: |✖ +error +|⚠ +warning +)(.+)/g, output),
  },
  {
    name: 'mitmproxy',
    start: ({ folder, port, upstream }) => [
      ...[join(python, 'mitmdump'), '--listen-port', `${port}`, '--mode', `reverse:${upstream}`],
      ...['--set', 'hardump=mitm.har', '--set', `confdir=${folder}`],
    ],
    said: (_, folder) => (existsSync(join(folder, 'mitm.har')) ? 'nothing; it records, and checks nothing' : 'no file'),
  },
]

async function listening(port: number): Promise<void> {
  for (const until = performance.now() + MAX_WAIT; performance.now() < until; await pause(100)) {
    const socket = connect(port, '127.0.0.1')
    const [event] = await Promise.race([once(socket, 'connect').then(() => ['open']), once(socket, 'error')]).catch(
      () => [''],
    )
    socket.destroy()
    if (event === 'open') return
  }
  throw new Error(`nothing listens at ${port}`)
}

/** Sends one streamed request, and counts the pieces in which the response is received. */
function piecesOf(port: number, key: string): Promise<string> {
  const body = JSON.stringify({ model: 'svc/slow', stream: true, messages: [{ role: 'user', content: 'Hello' }] })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const times: number[] = []
    const sent = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/v1/chat/completions', headers },
      (response) => {
        response.on('data', () => times.push(performance.now()))
        response.on('close', () =>
          resolve((times.at(-1) ?? 0) - (times[0] ?? 0) > GAP ? 'one by one' : 'at the end, together'),
        )
      },
    )
    sent.on('error', ({ message }) => resolve(message)).end(body)
  })
}

async function through(tool: Tool, fault: string, folder: string): Promise<readonly [chunks: string, said: string]> {
  await using mock = await startMock()
  const pace = { first_ms: GAP, gap_ms: GAP }
  const { key } = mock.project({ models: { 'svc/slow': { reply: 'one and two and three', pace } } })
  // Some tools take only the origin of a URL.
  const to = fault === '' ? '' : `/faults/${fault}`
  const front = createServer((asked, response) => {
    const { method, rawHeaders: headers } = asked
    const onward = request({ port: mock.port, method, path: `${to}${asked.url}`, headers }, (got) => {
      response.writeHead(got.statusCode ?? 0, got.rawHeaders)
      got.pipe(response)
    })
    asked.pipe(onward)
  })
  const { url: upstream, close } = await listen(front)
  const port = await freePort()
  const [command = '', ...args] = tool.start({ folder, port, upstream })
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
  const { ended, log } = watch(child)
  try {
    await listening(port)
    const chunks = await piecesOf(port, key)
    await pause(500)
    child.kill('SIGINT')
    await Promise.race([ended, pause(20_000)])
    return [chunks, tool.said(log().replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), ''), folder)]
  } finally {
    child.kill('SIGKILL')
    await close()
  }
}

/** @param named a folder for the tools that is not removed */
export async function compareRivals(named: string | undefined): Promise<void> {
  const folder = folderFor(named)
  const npm = join(await npmProject(folder, 'npm', ['@redocly/cli', '@stoplight/prism-cli']), 'node_modules/.bin')
  const python = await pythonWith(folder, 'python', ['mitmproxy'])
  writeFileSync(join(folder, 'openapi.json'), openapiDocument('3.1'))
  console.log(`| through | chunks leave | ${STREAMS.map((name) => name || 'keeps the contract').join(' | ')} |`)
  for (const tool of toolsIn(npm, python)) {
    const rows = []
    for (const fault of STREAMS) rows.push(await through(tool, fault, folder))
    console.log(`| ${[tool.name, rows[0]?.[0], ...rows.map(([, said]) => said)].join(' | ')} |`)
  }
}
