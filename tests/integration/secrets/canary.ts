/** Secrets that do not occur by chance: if one is found, it has leaked. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder } from '../../cli/command.ts'
import { Search } from './searching.ts'

const SECRET = 'Zk4vT8mW2pR6nB1cL5jH3'
export const CANARY = `svc_canary7Qx9_${SECRET}`
export const PROMPT = 'the heron waits where willows lean over brackish water'

/** The secret part alone also reveals a key. */
export const search = new Search({ key: CANARY, secret: SECRET, prompt: PROMPT })

/** The variable from which the target files of these tests read the key. */
export const VARIABLE = 'CANARY_KEY'
export const env = { [VARIABLE]: CANARY, SVC_CONFORMANCE_KEY: CANARY }

/** A target file outside all searched folders. */
export function targetFile(baseUrl: string, limits = ''): string {
  const path = join(folder(), 'target.yaml')
  writeFileSync(path, `base_url: ${baseUrl}\nkeys: { valid: "\${${VARIABLE}}" }\n${limits}`)
  return path
}
