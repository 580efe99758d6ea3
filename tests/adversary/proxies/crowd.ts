/**
 * Many runs of the command at the same time, through one set-up to one mock: each calls on its own, none knows of the
 * others, and what the crowd does to the proxy is not a breach of the gateway.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startMock } from '../../../mock/index.ts'
import { programOf } from './programs.ts'
import { serve } from './serving.ts'
import type { Setup } from './setup.ts'

const COMMAND = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))

/** How a run ended, without a code where a signal ended it, and what it printed. */
export type Member = Awaited<ReturnType<typeof run>>

async function run(baseUrl: string, key: string, out: string) {
  const child = spawn(
    process.execPath,
    [COMMAND, 'run', '--base-url', baseUrl, '--profile', 'core', '--out', out, '--quiet'],
    { env: { ...process.env, SVC_CONFORMANCE_KEY: key }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, said: said + complained }
}

/** Whether nothing but a base URL is needed to be certified through a set-up. */
export function isForCrowds({ reach, path, secureUpstream, outcome }: Setup): boolean {
  return !reach && !path && !secureUpstream && outcome.conclusion === 'conformant'
}

/** @returns how each of `count` runs of core ended, all begun at once */
export async function runCrowd(setup: Setup, count: number): Promise<Member[]> {
  await using mock = await startMock()
  const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-crowd-'))
  try {
    await using proxy = await serve(setup, mock.port, programOf(setup.proxy))
    const baseUrl = `http://127.0.0.1:${proxy.place.port}`
    return await Promise.all(
      Array.from({ length: count }, (_, at) => run(baseUrl, mock.demo.valid, join(folder, String(at)))),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** No client of the crowd may accuse, and none may break: 0 is conformant, 3 incomplete. */
export function isFair(crowd: readonly Member[]): boolean {
  return crowd.length > 0 && crowd.every(({ code }) => code === 0 || code === 3)
}

/** How many ended in which way, and what the others said. */
export function crowdLines(crowd: readonly Member[]): string[] {
  const counts = Map.groupBy(crowd, ({ code }) => code)
  const ended = [...counts].map(([code, members]) => `${members.length} with ${code}`).sort()
  return [
    `${crowd.length} runs of core at once: ended ${ended.join(', ')}`,
    ...crowd
      .filter(({ code }) => code !== 0)
      .map(({ code, said }) => `  ${code}: ${said.replaceAll(/\s+/g, ' ').slice(0, 400)}`),
  ]
}
