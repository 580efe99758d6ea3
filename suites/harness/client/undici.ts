/**
 * The parts of undici that a run needs. Its main entry also loads fetch, WebSockets and caches, which takes longer than
 * a whole smoke run.
 */
import { createRequire } from 'node:module'
import type undiciTypes from 'undici'

const require = createRequire(import.meta.url)

/** All of undici. Only its main entry provides the parts that a proxy needs. */
export const undici = (): typeof import('undici') => require('undici')

/** @param path of the file with a part. This path is not a stable interface, so the entry point is the fallback. */
function part<Part>(path: string, atDoor: () => Part): Part {
  try {
    return require(`undici/lib/${path}`) as Part
  } catch {
    return atDoor()
  }
}

export type Agent = undiciTypes.Agent
export const Agent = part<typeof undiciTypes.Agent>('dispatcher/agent.js', () => undici().Agent)
export const buildConnector = part<typeof undiciTypes.buildConnector>('core/connect.js', () => undici().buildConnector)
