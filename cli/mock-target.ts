/** Mocks as targets: the target file that leads to one. */
import { stringify } from 'yaml'
import type { MockRoles } from './mock-roles.ts'

/** A mock on this machine need not be spared. */
const LIMITS = { requests: 10_000, rate: 5000, concurrency: 16 }

/** The text of a target file for a running mock. Its keys open nothing else, so they stand there as they are. */
export function mockTargetText(url: string, { keys, models, provoke }: MockRoles): string {
  return stringify({
    base_url: url,
    keys,
    models,
    ...(Object.keys(provoke).length > 0 ? { provoke } : {}),
    limits: LIMITS,
  })
}
