/**
 * The space of legal responses: what the contract, or a standard that it names, leaves open. Each freedom lists its
 * usual value first, so that shrinking ends at a usual response. `event:`, `id:` and `retry:` lines are illegal (6.2).
 */
import fc from 'fast-check'

interface Freedom {
  readonly name: string
  /** The only form in which it exists; undefined for both. */
  readonly of?: 'stream' | 'json'
  /** The sentence that permits this freedom; a sentence of the contract begins with its section. */
  readonly rests: string
  readonly values: readonly string[]
}

const BOUND = '9223372036854775807'

const FREEDOMS: readonly Freedom[] = [
  { name: 'created', rests: '2.4 and 2.6: created is 0 to 2^63 - 1', values: ['1760000000', '0', BOUND] },
  { name: 'id', rests: '2.4 and 2.6: id is a string', values: ['cmpl-1', '1', 'é/世 "x"', 'i'.repeat(300)] },
  { name: 'more', rests: '2.4 and 2.6: other members are not forbidden', values: ['none', 'null', 'nested'] },
  { name: 'finish', rests: '2.4 and 2.6: finish_reason', values: ['stop', 'length', 'content_filter'] },
  { name: 'details', rests: '2.5: details of usage are optional', values: ['none', 'both'] },
  { name: 'usage', of: 'json', rests: '2.4: usage is absent when unknown', values: ['known', 'absent'] },
  {
    name: 'usage',
    of: 'stream',
    rests: '2.6: usage is a Usage object or null, in any chunk',
    values: ['absent', 'null', 'last chunk', 'final chunk', 'every chunk'],
  },
  { name: 'role', of: 'stream', rests: '2.6: role is optional', values: ['first', 'none', 'every', 'with text'] },
  {
    name: 'no choices',
    of: 'stream',
    rests: '2.6: choices has at most 1 item',
    values: ['never', 'first chunk', 'middle', 'last chunk'],
  },
  { name: 'empty delta', of: 'stream', rests: '2.6: delta may be empty', values: ['never', 'middle'] },
  { name: 'members', rests: 'should: RFC 8259: members have no order', values: ['as listed', 'reversed'] },
  { name: 'space', rests: 'should: RFC 8259: white space is free', values: ['', ' ', '\t'] },
  { name: 'lines', of: 'json', rests: 'should: RFC 8259: white space is free', values: ['one', 'many'] },
  { name: 'around', rests: 'should: RFC 8259: white space is free', values: ['', ' ', ' \t'] },
  { name: 'escapes', rests: 'should: RFC 8259: characters may be escaped', values: ['none', 'not ASCII', 'all'] },
  { name: 'line end', of: 'stream', rests: 'should: SSE: a line may end with CR LF', values: ['\n', '\r\n'] },
  { name: 'mark', of: 'stream', rests: 'should: SSE: a byte order mark may come first', values: ['', '\ufeff'] },
  {
    name: 'comments',
    of: 'stream',
    rests: 'should: SSE: comments are free',
    values: ['', ': ping', ':', ': data: [DONE]'],
  },
]

/** The usual character, then characters that parsers of lines, of JSON and of UTF-8 often get wrong. */
const PIECES = ['a', ' ', 'é', '世', '🌍', '\n', '\r\n\r\n', '"', '\\', 'data: ', '[DONE]', '\u2028', '\u0085', '']

/** One response, as it was drawn. */
export interface Drawn {
  readonly streams: boolean
  readonly pieces: readonly string[]
  readonly values: Readonly<Record<string, string>>
  /** Offsets at which packets begin, before they are scaled to the length of the body. */
  readonly cuts: readonly number[]
}

const freedomsOf = (streams: boolean): readonly Freedom[] =>
  FREEDOMS.filter(({ of }) => of === undefined || of === (streams ? 'stream' : 'json'))

export function usualOf(streams: boolean): Drawn {
  const values = Object.fromEntries(freedomsOf(streams).map(({ name, values }) => [name, values[0] ?? '']))
  return { streams, pieces: ['a'], values, cuts: [] }
}

/** @param without freedoms, `text` or `cuts` that keep their usual value, because the client already failed on them */
export function responses(streams: boolean, without: ReadonlySet<string>): fc.Arbitrary<Drawn> {
  const values = freedomsOf(streams).map(({ name, values }) => [
    name,
    without.has(name) ? fc.constant(values[0] ?? '') : fc.constantFrom(...values),
  ])
  const pieces = without.has('text') ? fc.constant('a') : fc.constantFrom(...PIECES)
  return fc.record({
    streams: fc.constant(streams),
    pieces: fc.array(pieces, { minLength: 1, maxLength: 6 }).filter((texts) => texts.join('') !== ''),
    values: fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string>>),
    cuts: without.has('cuts') ? fc.constant([]) : fc.array(fc.nat({ max: 4_000 }), { maxLength: 8 }),
  })
}

/** The freedoms that a response uses, including unusual text and packet boundaries. */
export const usedBy = ({ streams, values, pieces, cuts }: Drawn): Pick<Freedom, 'name' | 'rests'>[] => [
  ...freedomsOf(streams).filter((freedom) => values[freedom.name] !== freedom.values[0]),
  ...(pieces.some((piece) => piece !== 'a') ? [{ name: 'text', rests: '2.4 and 2.6: content is a string' }] : []),
  ...(cuts.length > 0 ? [{ name: 'cuts', rests: '6.3: content arrives in whatever packets' }] : []),
]
