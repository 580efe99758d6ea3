import type { HttpResponse } from '../core/http.ts'
import type { Call, GatewayView, Project } from '../core/types.ts'
import type { Ending, JournalEntry } from './entry.ts'
import * as facts from './facts.ts'

const NONE: readonly never[] = []

/** The sources of an entry, which are not kept. */
export interface Entered {
  readonly call: Call
  readonly response: HttpResponse
  readonly gateway: GatewayView
  /** The project of the key, if known. */
  readonly project: Project | undefined
}

/** An entry whose response has not ended yet. */
export type OpenEntry = { -readonly [M in keyof JournalEntry]: JournalEntry[M] }

export function openEntry(number: number, { call, response, gateway, project }: Entered, now: number): OpenEntry {
  const { head, operation } = call
  const failed = response.status >= 400
  return {
    number,
    id: facts.idOf(response),
    at: call.at,
    answered: now,
    method: operation ? head.method : facts.knownMethod(head.method),
    route: operation ?? 'unknown',
    path: operation === 'completion' ? '/v1/chat/completions' : facts.knownPath(head.target),
    status: response.status,
    project: project?.name,
    model: call.body ? facts.modelOf(call, gateway) : undefined,
    stream: call.streams,
    requestBytes: call.bytes > 0 || !failed ? call.bytes : facts.announcedBytes(head),
    error: failed ? facts.errorOf(response, call) : undefined,
    broken: failed ? facts.brokenBy(call, response) : NONE,
    retryAfter: failed ? facts.waitOf(response) : undefined,
    retryCount: retryCount(head.header('x-stainless-retry-count')),
    oddities: facts.deviationsOf(call),
    misplaced: facts.misplacedKey(call, gateway),
    nearMisses: call.misses.length > 0 ? call.misses : undefined,
    ended: undefined,
    done: undefined,
    answerBytes: 0,
    chunks: 0,
    ending: 'open',
    hung: undefined,
    lingered: undefined,
    repeats: undefined,
    resembles: undefined,
    echoes: undefined,
    bodies: undefined,
  }
}

/** Records the end of the response; a second call has no effect. */
export function endEntry(entry: OpenEntry, ending: Ending, now: number): void {
  if (entry.ending !== 'open') return
  entry.ending = ending
  entry.ended = now
  if (entry.stream) entry.done = ending === 'complete'
}

function retryCount(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined
}
