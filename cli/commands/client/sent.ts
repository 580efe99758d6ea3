/** What the mock really sent. The client's own limits may shorten the text of a scenario. */
import type { JournalEntry } from '../../../mock/index.ts'
import { jsonIn } from '../../../reporters/formats/json.ts'
import type { Scenario } from './report.ts'

/** A complete and valid completion. */
export interface Sent {
  readonly text: string
  readonly usage: NonNullable<Scenario['usage']>
  /** Whether its finish_reason is `stop`: the text was neither limited nor filtered. */
  readonly isWhole: boolean
  /** Whether the client asked for the usage. In JSON there is nothing to ask. */
  readonly isUsageAsked: boolean
}

/** A completion or a chunk, as far as it is read. */
interface Piece {
  readonly choices?: readonly Choice[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null
}

interface Choice {
  readonly message?: { readonly content?: string }
  readonly delta?: { readonly content?: string }
  readonly finish_reason?: string | null
}

/** The complete and valid completions in a journal with bodies. */
export function sentIn(journal: readonly JournalEntry[]): readonly Sent[] {
  return journal.flatMap(({ route, status, ending, stream, bodies }) => {
    if (route !== 'completion' || status !== 200 || ending === 'cut' || !bodies) return []
    const bodiesOfPieces = stream ? eventsIn(bodies.answer) : [unpacked(bodies.answer)]
    const pieces = bodiesOfPieces.map((json) => Object(jsonIn(json)) as Piece)
    if (pieces.length === 0 || !pieces.every(({ choices }) => Array.isArray(choices))) return []
    const text = pieces.map(({ choices: [choice] = [] }) => (choice?.message ?? choice?.delta)?.content ?? '').join('')
    const counted = pieces.findLast(({ usage }) => usage)?.usage
    const usage = counted ? { prompt: counted.prompt_tokens, completion: counted.completion_tokens } : 'unknown'
    const isWhole = pieces.some(({ choices: [choice] = [] }) => choice?.finish_reason === 'stop')
    return [{ text, usage, isWhole, isUsageAsked: !stream || asksForUsage(bodies.request) }]
  })
}

/** The data before `[DONE]`; none without it. */
function eventsIn(body: string): readonly string[] {
  const data = body.split(/[\r\n]+/).flatMap((line) => /^\uFEFF?data:(.*)$/s.exec(line)?.[1]?.trim() ?? [])
  return data.slice(0, Math.max(0, data.indexOf('[DONE]')))
}

/** The JSON of a body. The gzip of the mock stores it as it is, between a head and an empty last block. */
function unpacked(body: string): string {
  return body.startsWith('\u001f') ? (body.slice(body.indexOf('{"')).split('\u0001\0\0')[0] ?? '') : body
}

function asksForUsage(request = ''): boolean {
  const { stream_options } = Object(jsonIn(request)) as { stream_options?: { include_usage?: boolean } }
  return stream_options?.include_usage === true
}
