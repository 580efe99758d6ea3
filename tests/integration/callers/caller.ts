/** The recording of a client, as in `schemas/callers.yaml`. */
import { hostname, release } from 'node:os'
import { parse } from 'yaml'
import type { Asked } from './browser.ts'
import type { Recorded } from './recorder.ts'

const OPERATIONS = ['preflight', 'list', 'completion', 'stream'] as const

type Operation = (typeof OPERATIONS)[number]

export interface Caller {
  /** `Python/httpx` */
  readonly name: string
  readonly version: string
  readonly recorded: string
  /** Which connection carried each request, from 1. */
  readonly connections: readonly number[]
  readonly requests: Readonly<Partial<Record<Operation, string>>>
}

export const callersIn = (text: string): readonly Caller[] =>
  (parse(text) as { readonly callers: readonly Caller[] }).callers

/**
 * The first request of each operation, since repeats add no information.
 *
 * @throws Error if a request contains the name of this machine or the folder
 */
export function shown(requests: readonly Recorded[], asked: Asked, folder: string): Omit<Caller, 'name' | 'version'> {
  const first = new Map<Operation, Recorded>()
  for (const request of requests) {
    const operation = operationOf(request)
    if (!first.has(operation)) first.set(operation, request)
  }
  const sent = OPERATIONS.flatMap((operation) => {
    const request = first.get(operation)
    return request === undefined ? [] : [[operation, request] as const]
  })
  const texts = sent.map(([operation, { head, body }]) => {
    const text = masked(body === '' ? head : `${head}\n\n${body}`, asked)
    const leaked = [hostname(), folder].find((secret) => text.includes(secret))
    if (leaked !== undefined) throw new Error(`it sent ${leaked}, which is about this machine`)
    return [operation, text] as const
  })
  return {
    recorded: new Date().toISOString().slice(0, 10),
    connections: sent.map(([, { connection }]) => connection),
    requests: Object.fromEntries(texts),
  }
}

function operationOf({ head, body }: Recorded): Operation {
  if (head.startsWith('OPTIONS')) return 'preflight'
  if (head.startsWith('GET')) return 'list'
  return /"stream"\s*:\s*true/.test(body) ? 'stream' : 'completion'
}

function masked(text: string, { base, key }: Asked): string {
  return text
    .replaceAll(key, '{key}')
    .replaceAll(new URL(base).host, '{host}')
    .replaceAll(release(), '{system}')
    .replaceAll(/localhost:\d+/g, '{origin}')
    .replaceAll(/\b[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\b/gi, '{id}')
}
