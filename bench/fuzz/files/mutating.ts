/** Mutates a file: its bytes, its words, or the data that is in it. */
import { parse } from 'yaml'
import type { Draw } from '../requests/draw.ts'
import { mutated } from '../requests/mutations.ts'

/** Text that is harmful if printed unescaped: terminal titles, C1, commands of CI systems, invisible characters. */
export const HARMFUL = '\u001b]0;x\u0007\u009b2J\n::error::x\n##vso[task.complete]x\u00ad\u2060\u202e\u{e0041}'

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

const VALUES: readonly unknown[] = [
  ...[null, true, false, '', 0, -1, 0.5, 1e308, 2 ** 53, -(2 ** 63)],
  ...[HARMFUL, 'x'.repeat(5_000), '\ud800', '__proto__'],
  ...['2026-12-31T23:59:60Z', '0000-00-00', 'http://', 'urn:x', 'svc_a_b'],
  // A reference to an environment variable that does not exist.
  `\${${'NOBODY'}}`,
  ...[[], {}, [[]], [null], JSON.parse('{"__proto__":{"a":1},"constructor":null}')],
  ...[nested(30), nested(100), nested(500), Array.from({ length: 200 }, (_, at) => at)],
]

/** Text with a special meaning in YAML, at the beginning of a line or within one. */
const WORDS = [
  ...[
    '&a ',
    '*a',
    '*foreign',
    '<<: *a',
    '!!binary ',
    '!!float ',
    '!foo ',
    '%YAML 1.1\n---\n',
    '---\n',
    '...\n',
    '? ',
    ': ',
  ],
  ...['- ', '|\n', '>-\n', '"', "'", '{', '[', '#', '\t', '\ufeff', '\u2028', HARMFUL, '${'.concat('HOME}')],
  ...['[*a,*a,*a,*a,*a,*a,*a,*a]', '['.repeat(200), '- '.repeat(200), '{"a":'.repeat(5_000)],
]

type Holder = Record<string | number, unknown>

/** Every list and mapping, including nested ones. */
function holdersIn(value: unknown, found: Holder[] = []): Holder[] {
  if (typeof value !== 'object' || value === null || found.length > 500) return found
  found.push(value as Holder)
  for (const member of Object.values(value)) holdersIn(member, found)
  return found
}

/** Changes data in place, at one random location. */
function mutateData(data: unknown, draw: Draw): void {
  const holders = holdersIn(data)
  if (holders.length === 0) return
  const holder = draw.of(holders)
  const name = draw.of<string | undefined>(Object.keys(holder))
  if (name === undefined) return
  const other = draw.of(holders)
  switch (draw.below(6)) {
    case 0:
      delete holder[name]
      break
    case 1:
      Object.defineProperty(holder, draw.of([HARMFUL, '__proto__', '', 'x', '0', 'toString']), {
        value: holder[name],
        enumerable: true,
        configurable: true,
        writable: true,
      })
      break
    case 2:
      // Copy it: a value that contains itself cannot be written as JSON.
      holder[name] = structuredClone(other)
      break
    case 3:
      holder[name] = typeof holder[name] === 'string' ? `${holder[name]}${HARMFUL}` : HARMFUL
      break
    default:
      holder[name] = structuredClone(draw.of(VALUES))
  }
}

function changeLine(text: string, draw: Draw, change: (line: string) => string): string {
  const lines = text.split('\n')
  const at = draw.below(lines.length)
  return lines.with(at, change(lines[at] ?? '')).join('\n')
}

function withWord(line: string, draw: Draw): string {
  const column = draw.below(2) === 0 ? draw.below(line.length + 1) : line.length - line.trimStart().length
  return `${line.slice(0, column)}${draw.of(WORDS)}${line.slice(column)}`
}

/** A format for reading and writing data. */
interface Form {
  readonly read: (text: string) => unknown
  readonly write: (data: unknown) => string
}

const json: Form = { read: JSON.parse, write: (data) => JSON.stringify(data) }

/** Writes JSON, which is valid YAML, so that names and values keep their meaning. */
const yaml: Form = { read: (text) => parse(text), write: (data) => JSON.stringify(data, null, 1) }

function mutateAs({ read, write }: Form, text: string, draw: Draw): string {
  const data = read(text)
  for (let times = 1 + draw.below(2); times > 0; times -= 1) mutateData(data, draw)
  return write(data)
}

function formOf(text: string): 'json' | 'lines' | 'yaml' {
  if (!text.startsWith('{')) return 'yaml'
  return text.includes('\n{') ? 'lines' : 'json'
}

export function mutatedText(text: string, draw: Draw): Buffer {
  const how = draw.below(5)
  if (how < 2) return mutated(Buffer.from(text), draw)
  const form = formOf(text)
  if (how === 2) return Buffer.from(changeLine(text, draw, (line) => withWord(line, draw)))
  // Each line of a JSON Lines file is a document.
  if (form === 'lines')
    return Buffer.from(changeLine(text, draw, (line) => (line === '' ? line : mutateAs(json, line, draw))))
  return Buffer.from(mutateAs(form === 'json' ? json : yaml, text, draw))
}
