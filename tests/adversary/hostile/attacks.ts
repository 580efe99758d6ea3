/** Every hostile target, in several processes at the same time: a run spends its time in waiting. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Attack } from './attack.ts'

const PARTS = 3

async function part(at: number, most: number, take: (attack: Attack) => void): Promise<void> {
  const child = fork(fileURLToPath(new URL('attacking.ts', import.meta.url)), [at, PARTS, most].map(String))
  child.on('message', (attack: Attack) => take(attack))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`a process of attacks ended with ${code}`)
}

/**
 * The result of each run, by the name of its target.
 * @param most requests that each may send
 */
export async function attackAll(most = 400): Promise<ReadonlyMap<string, Attack>> {
  const attacks = new Map<string, Attack>()
  await Promise.all(
    Array.from({ length: PARTS }, (_, at) => part(at, most, (attack) => void attacks.set(attack.name, attack))),
  )
  return attacks
}
