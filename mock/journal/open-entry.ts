import type { HttpResponse } from '../core/http.ts'
import type { Call, GatewayView, Project } from '../core/types.ts'
import type { Bodies, BrokenRule, Ending, JournalEntry, Repeat, Resemblance } from './entry.ts'
import {
  announcedBytes,
  brokenBy,
  deviationsOf,
  errorOf,
  idOf,
  knownMethod,
  knownPath,
  misplacedKey,
  modelOf,
  waitOf,
} from './facts.ts'

const NONE: readonly never[] = []

/** The source of an entry; nothing of it is kept. */
export interface Entered {
  readonly call: Call
  readonly response: HttpResponse
  readonly gateway: GatewayView
  /** The project of the key, as far as it is known. */
  readonly project: Project | undefined
}

/** An entry whose response has not ended yet. */
export class OpenEntry implements JournalEntry {
  readonly number: number
  readonly id: string | undefined
  readonly at: number
  readonly answered: number
  readonly method: string
  readonly route: JournalEntry['route']
  readonly path: string | undefined
  readonly status: number
  readonly project: string | undefined
  readonly model: string | undefined
  readonly stream: boolean
  readonly requestBytes: number
  readonly error: JournalEntry['error']
  readonly broken: readonly BrokenRule[]
  readonly retryAfter: number | undefined
  readonly retryCount: number | undefined
  readonly oddities: readonly string[]
  readonly misplaced: JournalEntry['misplaced']
  readonly nearMisses: JournalEntry['nearMisses']
  ended: number | undefined = undefined
  done: boolean | undefined = undefined
  answerBytes = 0
  chunks = 0
  ending: Ending = 'open'
  hung: number | undefined = undefined
  lingered: number | undefined = undefined
  repeats: Repeat | undefined = undefined
  resembles: Resemblance | undefined = undefined
  echoes: number | undefined = undefined
  bodies: Bodies | undefined = undefined

  constructor(number: number, { call, response, gateway, project }: Entered, now: number) {
    const { head, operation } = call
    const failed = response.status >= 400
    this.number = number
    this.id = idOf(response)
    this.at = call.at
    this.answered = now
    this.method = operation ? head.method : knownMethod(head.method)
    this.route = operation ?? 'unknown'
    this.path = operation === 'completion' ? '/v1/chat/completions' : knownPath(head.target)
    this.status = response.status
    this.project = project?.name
    this.model = call.body ? modelOf(call, gateway) : undefined
    this.stream = call.streams
    this.requestBytes = call.bytes > 0 || !failed ? call.bytes : announcedBytes(head)
    this.error = failed ? errorOf(response, call) : undefined
    this.broken = failed ? brokenBy(call, response) : NONE
    this.retryAfter = failed ? waitOf(response) : undefined
    this.retryCount = retryCount(head.header('x-stainless-retry-count'))
    this.oddities = deviationsOf(call)
    this.misplaced = misplacedKey(head, response.status)
    this.nearMisses = call.misses.length > 0 ? call.misses : undefined
  }

  /** The end of the response; a second one changes nothing. */
  end(ending: Ending, now: number): void {
    if (this.ending !== 'open') return
    this.ending = ending
    this.ended = now
    if (this.stream) this.done = ending === 'complete'
  }
}

function retryCount(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined
}
