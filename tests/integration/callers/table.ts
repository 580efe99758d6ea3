/** Builds the table of docs/callers.md from the recordings. */
import { headerIn } from '../../../suites/harness/http/exchange.ts'
import { type Caller, callers, type RecordedRequest } from '../../../suites/harness/variation/callers.ts'

export const CALLER_HEAD = [
  'client',
  'version',
  'recorded',
  'accept',
  'accept-encoding',
  'names',
  'connections',
  'members',
  'JSON',
]

function namesOf({ headers }: RecordedRequest): string {
  const names = headers.map(([name]) => name)
  if (names.every((name) => name === name.toLowerCase())) return 'lower'
  return names.every((name) => /^[A-Z]/.test(name)) ? 'title' : 'both'
}

function connectionsOf({ connections }: Caller): string {
  const count = new Set(connections).size
  return count === 1 ? 'one' : count === connections.length ? 'one each' : String(count)
}

function writingOf({ headers, body }: RecordedRequest): string {
  const forms = {
    indented: /^\{\s*\n/,
    spaced: /": /,
    '`\\u00fc`': /\\u00fc/,
    '`\\u003c`': /\\u003c/,
    '`\\/`': /\\\//,
  }
  const own = Object.entries(forms).flatMap(([name, form]) => (form.test(body) ? [name] : []))
  if (headers.some(([name]) => name.toLowerCase() === 'transfer-encoding')) own.push('chunked')
  return own.join(', ') || 'compact'
}

function rowOf(caller: Caller): string[] {
  const { completion, stream = completion } = caller.requests
  if (stream === undefined) return []
  const quoted = (name: string): string => {
    const value = headerIn(stream.headers, name)
    return value === undefined ? '' : `\`${value}\``
  }
  return [
    caller.name,
    caller.version,
    caller.recorded,
    quoted('accept'),
    quoted('accept-encoding'),
    namesOf(stream),
    connectionsOf(caller),
    Object.keys(JSON.parse(stream.body) as object).join(', '),
    writingOf(stream),
  ]
}

export const callerRows = (): string[][] => callers().map(rowOf)
