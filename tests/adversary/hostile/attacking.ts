/** A process that attacks the harness with some of the hostile targets, one after the other. */
import { Arena } from './arena.ts'
import { attack } from './attack.ts'
import { hostileTargets } from './targets/index.ts'

const [part = 0, parts = 1, most = 400] = process.argv.slice(2).map(Number)
using arena = new Arena()
for (const [at, target] of hostileTargets.entries()) {
  if (at % parts === part) process.send?.(await attack(target, arena, most))
}
process.disconnect()
