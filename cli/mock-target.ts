/** Mocks as targets: the target file that leads to one. */
import type { MockRoles } from './mock-roles.ts'

/** A mock on this machine need not be spared. */
const LIMITS = { requests: 10_000, rate: 5000, concurrency: 16 }

/** The text of a target file for a running mock. Its keys open nothing else, so they stand there as they are. */
export function mockTargetText(url: string, { keys, models, provoke }: MockRoles): string {
  return yamlOf({
    base_url: url,
    keys,
    models,
    ...(Object.keys(provoke).length > 0 ? { provoke } : {}),
    limits: LIMITS,
  })
}

/** Maps of maps as YAML. Written here because loading a library for it would take a third of the mock's start. */
function yamlOf(map: object, indent = ''): string {
  const lines = Object.entries(map).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return `${indent}${name}: ${scalar(value)}\n`
    return Object.keys(value).length === 0
      ? `${indent}${name}: {}\n`
      : `${indent}${name}:\n${yamlOf(value, `${indent}  `)}`
  })
  return lines.join('')
}

/** Text that could be taken for something else stands in quotes, in which YAML reads what JSON writes. */
function scalar(value: unknown): string {
  const plain = typeof value === 'string' && /^(svc[_/]|https?:\/\/)[\w./:[\]-]*[\w/\]]$/.test(value)
  return plain ? value : JSON.stringify(value)
}
