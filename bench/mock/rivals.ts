/** Measures other mocks with the same requests. They are installed on request, into a temporary folder. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Built, root } from './build.ts'
import { metered } from './children.ts'
import { key, type Request, reply, requests } from './requests.ts'
import { ifQuiet, type Row } from './row.ts'
import { ours, type Start } from './sides.ts'
import { speeds } from './throughput.ts'
import { speedRow } from './throughput-rows.ts'

interface Rival {
  readonly name: string
  readonly spec: string
  /** The path of its script in the folder of packages. */
  readonly script: string
  args(port: number, built: Built): readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly goals: readonly Goal[]
}

interface Goal {
  readonly what: string
  readonly request: Request
  readonly atLeast: number
}

/** Responses with the length and the chunks of ours. */
function fixtures(built: Built): string {
  const all = { match: {}, response: { content: reply } }
  return built.file('aimock.json', JSON.stringify({ fixtures: [all] }))
}

const rivals: readonly Rival[] = [
  {
    name: 'aimock',
    spec: '@copilotkit/aimock@1.43.0',
    script: '@copilotkit/aimock/dist/cli.js',
    args: (port, built) => ['-p', String(port), '-f', fixtures(built), '-c', '4', '--log-level', 'silent'],
    env: { AIMOCK_API_KEYS: key },
    goals: [
      { what: 'JSON completion, 300-byte body', request: requests.json, atLeast: 3.8 },
      { what: 'stream of 32 chunks, unpaced', request: requests.stream, atLeast: 4 },
    ],
  },
  {
    name: 'Prism',
    spec: '@stoplight/prism-cli@5.16.0',
    script: '@stoplight/prism-cli/dist/index.js',
    // It responds with the examples of the document. With several processes (`-m`) it does not start.
    args: (port) => ['mock', join(root, 'schemas/openapi.yaml'), '-p', String(port), '-v', 'silent', '-m', 'false'],
    env: {},
    goals: [
      {
        what: 'JSON completion, 300-byte body',
        request: { ...requests.json, proof: '"object":"chat.completion"' },
        atLeast: 8,
      },
    ],
  },
]

/** @throws if the registry is unreachable, or a package cannot be installed */
function install(built: Built): string {
  const folder = join(built.folder, 'rivals')
  mkdirSync(folder)
  const specs = rivals.map(({ spec }) => spec)
  const quiet = ['--no-audit', '--no-fund', '--silent', '--fetch-retries', '0']
  const args = ['install', '--prefix', folder, '--ignore-scripts', ...quiet, ...specs]
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  return join(folder, 'node_modules')
}

/** A row for each rival and request. If the registry is unreachable, a single row says so, and nothing fails. */
export async function rivalRows(rounds: number, built: Built): Promise<Row[]> {
  let folder: string
  try {
    folder = install(built)
  } catch {
    return [failed('rivals', 'could not be installed: is the package registry within reach?')]
  }
  const rows: Row[] = []
  for (const rival of rivals) {
    const start = starter(rival, folder, built)
    for (const goal of rival.goals) rows.push(await row(rival, goal, start, rounds, built))
  }
  return rows
}

const starter =
  ({ script, args, env }: Rival, folder: string, built: Built): Start =>
  async () => {
    const port = await freePort()
    return metered([join(folder, script), ...args(port, built)], built.meter, { ...env, NODE_ENV: 'production' }, port)
  }

async function row(rival: Rival, goal: Goal, start: Start, rounds: number, built: Built): Promise<Row> {
  const what = `${goal.what}, against ${rival.name} ${rival.spec.split('@').at(-1)}`
  try {
    const [own, theirs] = await speeds([ours(built), start], goal.request, rounds, built)
    return speedRow(what, own, theirs, goal.atLeast, (kept) => ifQuiet(kept, own.share))
  } catch (error) {
    return failed(what, `could not be measured: ${(error as Error).message.split('\n')[0]}`)
  }
}

const failed = (what: string, reference: string): Row => ({ what, reference, kept: 'reported' })

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
