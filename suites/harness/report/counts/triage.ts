/** One line for the first response of each kind: within seconds, these show what the target is and how it responds. */

import { type Exchange, type HttpResponse, headerValues, mediaType } from '../../http/exchange.ts'
import { kindOf, type Kind as RequestKind } from '../../http/request.ts'
import { errorOf, isStream, listedIds, recognise, streamOf } from '../../http/response.ts'
import { printable } from '../../text/printable.ts'

interface Kind {
  readonly status: number
  readonly media?: string
  readonly is: (exchange: Exchange) => boolean
}

const madeBy =
  (check: string) =>
  ({ name }: Exchange): boolean =>
    name.startsWith(check)

/** Whether a request is a valid one of a kind. In the preflight, only a 200 counts: some only look for a model. */
const validOf =
  (kind: RequestKind) =>
  ({ role, request, response }: Exchange): boolean =>
    (role === 'control' || (role === 'preflight' && response?.status === 200)) && kindOf(request) === kind

/** Kinds of exchanges by name, in the order of the lines. Rejected requests are recognised by their check. */
const KINDS: Readonly<Record<string, Kind>> = {
  list: { status: 200, is: validOf('list') },
  completion: { status: 200, is: validOf('completion') },
  stream: { status: 200, media: 'text/event-stream', is: validOf('stream') },
  'no key': { status: 401, is: madeBy('auth-missing-key') },
  'bad field': { status: 400, is: madeBy('request-closed') },
  'too large': { status: 413, is: madeBy('request-size-refused') },
}

const ID_LENGTH = 36
const NAME_LENGTH = 11

/** @returns a function that makes a line of the first exchange of each kind, and nothing of any other exchange */
export function triage(): (exchange: Exchange) => string | undefined {
  const shown = new Set<string>()
  return (exchange) => {
    const found = Object.entries(KINDS).find(([name, { is }]) => !shown.has(name) && is(exchange))
    if (!found) return undefined
    const [name, kind] = found
    shown.add(name)
    return `  ${name.padEnd(NAME_LENGTH)}${exchange.response ? wordsOf(exchange, exchange.response, kind) : printable(exchange.failure?.message ?? 'no response')}`
  }
}

function wordsOf(exchange: Exchange, response: HttpResponse, { status, media = 'application/json' }: Kind): string {
  const got = mediaType(response)
  const [id] = headerValues(response, 'x-svc-request-id')
  return [
    `${response.status}${response.status === status ? '' : ` (expected ${status})`}`,
    `${printable(got || 'no content type', 60)}${got === media ? '' : ` (expected ${media})`}`,
    id === undefined ? 'no x-svc-request-id' : `id ${printable(id, ID_LENGTH)}`,
    shapeOf(exchange, response),
  ].join(' · ')
}

/** The kind of body, in a few words. */
function shapeOf(exchange: Exchange, response: HttpResponse): string {
  const recognised = recognise(exchange)
  if (recognised === 'list') return `models: ${listedIds(exchange).length}`
  if (recognised === 'completion') return 'a completion'
  if (isStream(response)) {
    const { payloads } = streamOf(response)
    return `events: ${payloads.length}, ${payloads.at(-1)?.done ? '[DONE] is last' : 'no [DONE] at the end'}`
  }
  const error = errorOf(response)
  return error
    ? `error ${printable(String(error.type), 40)}`
    : printable(Buffer.from(response.body.subarray(0, 60)).toString('utf8'))
}
