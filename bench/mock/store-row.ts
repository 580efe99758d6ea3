/** The row about mocks that share a store: what it costs to ask one for each request. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Built } from './build.ts'
import { requests } from './requests.ts'
import type { Row } from './row.ts'
import { ours } from './sides.ts'
import { speeds } from './throughput.ts'
import { speedRow } from './throughput-rows.ts'

const PORT = 16_379

const WHAT =
  'JSON completion with its quota in a Valkey or Redis on the same machine, against the mock that counts alone'

/** Without a server of the kind the row says so. */
export async function shared(rounds: number, built: Built): Promise<Row> {
  const server = (await started('valkey-server')) ?? (await started('redis-server'))
  if (!server) {
    const missing = 'not measured: install valkey-server or redis-server'
    return { what: WHAT, ours: missing, reference: '', ratio: '', goal: '', kept: 'reported' }
  }
  try {
    const sides = [ours(built), ours(built, ['--store', `redis://127.0.0.1:${PORT}`])] as const
    const [alone, together] = await speeds(sides, requests.json, rounds, built, false)
    return speedRow(WHAT, together, alone, undefined)
  } finally {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
}

/** A server that keeps nothing on the disk; undefined where there is none of this name. */
async function started(name: string) {
  const server = spawn(name, ['--port', String(PORT), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' })
  const missing = once(server, 'error').then(() => true)
  return (await Promise.race([missing, pause(1_000, false)])) ? undefined : server
}
