/** What real clients send, as `schemas/callers.yaml` has it. */
import { ourYaml } from '../catalogue/our-yaml.ts'
import type { Header } from '../http/exchange.ts'

const OPERATIONS = ['preflight', 'list', 'completion', 'stream'] as const

export type RecordedOperation = (typeof OPERATIONS)[number]

/** A request as its client sent it. */
export interface RecordedRequest {
  /** In their order and spelling. */
  readonly headers: readonly Header[]
  /** Empty without one. */
  readonly body: string
}

export interface Caller {
  /** The language and the client, such as `Python/httpx`. */
  readonly name: string
  readonly version: string
  readonly recorded: string
  /** Which connection of the client carried each request, from 1. */
  readonly connections: readonly (number | bigint)[]
  readonly requests: Readonly<Partial<Record<RecordedOperation, RecordedRequest>>>
}

function requestIn(text: string): RecordedRequest {
  const [head = '', ...rest] = text.split('\n\n')
  const headers = head
    .split('\n')
    .slice(1)
    .map((line): Header => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
  return { headers, body: rest.join('\n\n') }
}

type Written = Omit<Caller, 'requests'> & { readonly requests: Readonly<Record<string, string>> }

let all: readonly Caller[] | undefined

/** All recorded clients, by name. */
export function callers(): readonly Caller[] {
  all ??= (ourYaml('schemas/callers.yaml') as { readonly callers: readonly Written[] }).callers.map((caller) => ({
    ...caller,
    requests: Object.fromEntries(
      OPERATIONS.flatMap((operation) => {
        const text = caller.requests[operation]
        return text === undefined ? [] : [[operation, requestIn(text)]]
      }),
    ),
  }))
  return all
}

/** The value of the first header with this name. */
export const headerOf = ({ headers }: RecordedRequest, name: string): string | undefined =>
  headers.find(([own]) => own.toLowerCase() === name)?.[1]
