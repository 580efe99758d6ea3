/**
 * Generates request bodies by section 4.2, not by the schema, so that mistakes in the schema are found. Bodies are JSON
 * text, because numbers have more forms than doubles.
 */
import fc from 'fast-check'
import { anyCharacter } from '../../bench/fuzz/requests/completion-text.ts'

type Text = fc.Arbitrary<string>
type Member = readonly [name: string, value: string]

const json = (value: unknown): string => JSON.stringify(value)
const textOf = (arbitrary: fc.Arbitrary<unknown>): Text => arbitrary.map(json)

/** White space where JSON allows it. */
const space = fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n  ')

function objectOf(members: fc.Arbitrary<readonly Member[]>): Text {
  return fc
    .tuple(members, space)
    .map(
      ([all, gap]) =>
        `{${gap}${all.map(([name, value]) => `${json(name)}${gap}:${gap}${value}`).join(`,${gap}`)}${gap}}`,
    )
}

function arrayOf(item: Text, minLength: number, maxLength: number): Text {
  return fc
    .tuple(fc.array(item, { minLength, maxLength }), space)
    .map(([items, gap]) => `[${gap}${items.join(`${gap},`)}]`)
}

const content = textOf(
  fc.oneof(
    fc.string({ minLength: 1, unit: anyCharacter }),
    fc.constantFrom(' ', '\u0000', '"\\', '😀', 'a'.repeat(2000)),
  ),
)
const message = objectOf(
  fc
    .tuple(fc.constantFrom('"system"', '"user"', '"assistant"'), content, fc.boolean())
    .map(([role, text, turned]): Member[] => {
      const members: Member[] = [
        ['role', role],
        ['content', text],
      ]
      return turned ? members.reverse() : members
    }),
)

/** The forms in which one integer can be written. */
const integerForms = (integer: string): Text =>
  fc.constantFrom(integer, integer, integer, `${integer}.0`, `${integer}e0`, `${integer}0e-1`, `${integer}E+0`)
const int64 = fc.oneof(
  fc.constantFrom('1', '2', '16', '9007199254740993', '9223372036854775806', '9223372036854775807'),
  fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String),
)
const overInt64 = fc.oneof(
  fc.constantFrom('9223372036854775808', '9223372036854776832', '1e19', '1e400'),
  fc.bigInt({ min: 2n ** 63n, max: 2n ** 70n }).map(String),
)
const decimals = (min: number, max: number): Text =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((thousandths) => String(thousandths / 1000))

const stop = fc.oneof(content, arrayOf(content, 1, 4))

const fields = {
  model: fc.oneof(fc.constant('"svc/echo-1"'), fc.stringMatching(/^svc\/[a-z0-9-]{1,12}$/).map(json)),
  messages: arrayOf(message, 1, 4),
  temperature: fc.oneof(decimals(0, 2), fc.constantFrom('0', '-0', '0.0', '2', '2.0', '2e0', '20e-1', '1e-9')),
  top_p: fc.oneof(
    decimals(0, 1).filter((value) => value !== '0'),
    fc.constantFrom('1', '1.0', '1e0', '1e-9', '0.0000001'),
  ),
  max_tokens: int64.chain(integerForms),
  max_completion_tokens: int64.chain(integerForms),
  stream: fc.constantFrom('true', 'false'),
  n: integerForms('1'),
  stop,
} as const
type Name = keyof typeof fields

const optional: readonly Name[] = ['temperature', 'top_p', 'stream', 'n', 'stop']
const streamOptions = objectOf(fc.constantFrom('true', 'false').map((value): Member[] => [['include_usage', value]]))

function membersOf(names: readonly Name[]): fc.Arbitrary<Member[]> {
  return fc.tuple(...names.map((name) => fields[name].map((value): Member => [name, value])))
}

/** Members of a valid body, in any order. */
const validMembers: fc.Arbitrary<Member[]> = fc
  .tuple(
    fc.subarray([...optional]),
    fc.constantFrom<Name | undefined>(undefined, 'max_tokens', 'max_completion_tokens'),
    fc.boolean(),
    streamOptions,
  )
  .chain(([chosen, cap, withOptions, options]) =>
    membersOf(['model', 'messages', ...chosen, ...(cap ? [cap] : [])]).map((members): Member[] =>
      withOptions
        ? [...members.filter(([name]) => name !== 'stream'), ['stream', 'true'], ['stream_options', options]]
        : members,
    ),
  )
  .chain((members) => fc.shuffledSubarray(members, { minLength: members.length }))

export const validBodies: Text = objectOf(validMembers)

const wrongNumbers = fc.oneof(
  fc.constantFrom('-1', '-0.001', '0', '-0', '0.0', '2.001', '1.001', '1.5', '0.5', '1e3', '-1e400', '1e-9'),
  overInt64,
  decimals(-3, 5),
)
const wrongMessages = arrayOf(
  fc.oneof(
    message,
    objectOf(
      fc.subarray<Member>(
        [
          ['role', '"user"'],
          ['role', '"tool"'],
          ['role', 'null'],
          ['content', '"a"'],
          ['content', '""'],
          ['content', 'null'],
          ['name', '"x"'],
        ],
        { maxLength: 3 },
      ),
    ),
    fc.json(),
  ),
  0,
  3,
)
const wrongValues: Text = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    'false',
    '""',
    '"a"',
    '[]',
    '{}',
    '[""]',
    '["a","b","c","d","e"]',
    '[null]',
    '"1"',
    '{"include_usage":null}',
    '{"include_usage":1}',
    '{"include_usage":true,"x":1}',
    '"svc/"',
    '"SVC/a"',
    '"svc/a\\n"',
  ),
  wrongNumbers,
  wrongMessages,
  fc.json(),
)
const otherNames = fc.oneof(
  fc.constantFrom(
    'tools',
    'user',
    'seed',
    '',
    ' model',
    'Model',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'messages\u0000',
    'max_tokens ',
    'temperature\u200b',
  ),
  fc.string(),
)
const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<string>(...(Object.keys(fields) as Name[]), 'stream_options') },
  { weight: 1, arbitrary: otherNames },
)

interface Edit {
  readonly name: string
  /** Undefined to remove the member. */
  readonly value: string | undefined
  /** Replaces the member of that name instead of adding another one. */
  readonly inPlace: boolean
}

const edits: fc.Arbitrary<Edit> = fc.record({
  name: anyName,
  value: fc.option(wrongValues, { nil: undefined, freq: 6 }),
  inPlace: fc.boolean(),
})

function edited(members: readonly Member[], { name, value, inPlace }: Edit): Member[] {
  if (value === undefined) return members.filter(([other]) => other !== name)
  const at = inPlace ? members.findIndex(([other]) => other === name) : -1
  return at < 0 ? members.concat([[name, value]]) : members.with(at, [name, value])
}

/** A valid body with one or two members changed, added, repeated or removed; most are invalid. */
export const mutatedBodies: Text = objectOf(
  fc
    .tuple(validMembers, fc.array(edits, { minLength: 1, maxLength: 2 }))
    .map(([members, all]) => all.reduce<readonly Member[]>(edited, members)),
)

/** Arbitrary JSON, mostly objects with names of the contract, and text that is not JSON. */
export const arbitraryBodies: Text = fc.oneof(
  {
    weight: 4,
    arbitrary: objectOf(
      fc.array(fc.tuple(anyName, fc.oneof(wrongValues, ...Object.values(fields), streamOptions)), { maxLength: 8 }),
    ),
  },
  { weight: 2, arbitrary: fc.json() },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.string(),
      fc.constantFrom('', ' ', '{', '{}', '[]', '{"model":"svc/a",}', '{"a":01}', "{'a':1}", '\ufeff{}', 'NaN'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(validBodies, fc.constantFrom(' ', '\n', ',', '}', '{}', 'x', '\u00a0', '//'))
      .map(([body, more]) => body + more),
  },
)
