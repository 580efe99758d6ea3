/**
 * Many concurrent runs of the command through one set-up to one mock. They do not know of each other, and the effects
 * of the crowd on the proxy are not breaches of the gateway.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startMock } from '../../../mock/index.ts'
import { folder, main } from '../../cli/command.ts'
import { type Ended, endOf } from '../../integration/drivers/child.ts'
import { programOf } from './programs.ts'
import { serve } from './serving.ts'
import type { Setup } from './setup.ts'

function run(baseUrl: string, key: string, out: string): Promise<Ended> {
  const args = ['run', '--base-url', baseUrl, '--profile', 'core', '--out', out, '--quiet']
  const env = { ...process.env, SVC_CONFORMANCE_KEY: key }
  return endOf(spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
}

/** Whether a run through a set-up is certified with only a base URL. */
export function isForCrowds({ reach, path, secureUpstream, outcome }: Setup): boolean {
  return !reach && !path && !secureUpstream && outcome.conclusion === 'conformant'
}

/** @returns how each of `count` runs of core ended, which were all started at once */
export async function runCrowd(setup: Setup, count: number): Promise<Ended[]> {
  await using mock = await startMock()
  const out = folder()
  await using proxy = await serve(setup, mock.port, programOf(setup.proxy))
  const baseUrl = `http://127.0.0.1:${proxy.place.port}`
  return await Promise.all(
    Array.from({ length: count }, (_, at) => run(baseUrl, mock.demo.valid, join(out, String(at)))),
  )
}

/** Whether no run accused the gateway, and none broke: 0 is conformant, 3 is incomplete. */
export function isFair(crowd: readonly Ended[]): boolean {
  return crowd.length > 0 && crowd.every(({ code }) => code === 0 || code === 3)
}

/** Counts how the runs ended, and quotes those that ended differently. */
export function crowdLines(crowd: readonly Ended[]): string[] {
  const counts = Map.groupBy(crowd, ({ code }) => code)
  const ended = [...counts].map(([code, members]) => `${members.length} with ${code}`).sort()
  return [
    `${crowd.length} runs of core at once: ended ${ended.join(', ')}`,
    ...crowd
      .filter(({ code }) => code !== 0)
      .map(({ code, out }) => `  ${code}: ${out.replaceAll(/\s+/g, ' ').slice(0, 400)}`),
  ]
}
