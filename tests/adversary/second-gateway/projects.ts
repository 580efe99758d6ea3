import { randomBytes } from 'node:crypto'
import type { Freedoms } from './freedoms/index.ts'

export interface Project {
  readonly name: 'main' | 'second' | 'empty' | 'disabled' | 'limited'
  readonly catalog: readonly string[]
  readonly enabled: boolean
  /** The number of completions before the limit is reached; undefined means no limit. */
  readonly allowance?: number
}

export type World = ReturnType<typeof createWorld>

/** The foreign model is listed only for the second project. The unavailable one, for the main one, never responds. */
export function createWorld(freedoms: Freedoms) {
  const models =
    freedoms.modelNames === 'edge'
      ? { chat: 'svc/-', foreign: 'svc/0', unavailable: `svc/${'z'.repeat(80)}--9` }
      : { chat: 'svc/harbour-2', foreign: 'svc/lagoon', unavailable: 'svc/dry-dock' }
  const more = freedoms.catalogSize === 'many' ? Array.from({ length: 10 }, (_, index) => `svc/quay-${index}`) : []
  const main =
    freedoms.listOrder === 'chat-first'
      ? [models.chat, models.unavailable, ...more]
      : [models.unavailable, ...more, models.chat]

  const keys = {
    valid: createKey(freedoms),
    second: createKey(freedoms),
    empty: createKey(freedoms),
    disabled: createKey(freedoms),
    limited: createKey(freedoms),
  }
  const projectOf = new Map<string, Project>([
    [keys.valid, { name: 'main', catalog: main, enabled: true }],
    [keys.second, { name: 'second', catalog: [models.foreign], enabled: true }],
    [keys.empty, { name: 'empty', catalog: [], enabled: true }],
    [keys.disabled, { name: 'disabled', catalog: [models.chat], enabled: false }],
    [keys.limited, { name: 'limited', catalog: [models.chat], enabled: true, allowance: 1 }],
  ])
  return { keys, models, projectOf }
}

/** Makes a new key on every start, because no file may contain text that looks like a key. */
function createKey({ keyShape }: Freedoms): string {
  const id = randomBytes(5).toString('hex')
  const secret = randomBytes(16).toString('hex')
  return keyShape === 'plain' ? `svc_${id}_${secret}` : `svc_${id}_${secret}_-.${id}_x`
}
