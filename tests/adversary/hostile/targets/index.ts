import { contents } from './contents.ts'
import { elsewhere } from './elsewhere.ts'
import { endlessTargets } from './endless.ts'
import { framing } from './framing.ts'
import type { Hostile } from './hostile.ts'
import { http2Targets } from './http2.ts'
import { http2Pieces } from './http2-pieces.ts'
import { pieces } from './pieces.ts'
import { stages } from './stages.ts'
import { tlsTargets } from './tls.ts'

export type { Hostile } from './hostile.ts'

/** Targets that behave maliciously. A run against each must end in time with an honest result. */
export const hostileTargets: readonly Hostile[] = [
  ...stages,
  ...endlessTargets,
  ...pieces,
  ...framing,
  ...contents,
  ...elsewhere,
  ...tlsTargets,
  ...http2Targets,
  ...http2Pieces,
]

export function targetNamed(name: string): Hostile {
  const target = hostileTargets.find((each) => each.name === name)
  if (!target) throw new Error(`no hostile target is called ${name}`)
  return target
}
