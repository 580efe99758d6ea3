/** Bodies of completions by the grammar of the contract, with occasional deviations at each place. */
import fc from 'fast-check'

function codeOf(character: unknown): number {
  if (typeof character !== 'string' || [...character].length !== 1) throw new Error('this is not one character')
  return character.codePointAt(0) ?? 0
}

/**
 * The unit of a text. fast-check's own unit, `binary`, keeps a map of all of Unicode, which takes a second to build and
 * slows down every later garbage collection. With the inverse function, fast-check mixes in words such as `__proto__`.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code), codeOf)

/** Numbers on which parsers differ: around the contract's bounds, beyond a double, and with invalid spellings. */
const NUMBERS = [
  ...'0 -0 1 2 -1 1.0 1e0 10e-1 0.1 2.0000000000000001 2.0000001 1.0000000000000000001'.split(' '),
  ...'0.99999999999999999999 4096 4097 1e400 -1e400 1e-400 9007199254740993 9223372036854775807'.split(' '),
  ...'9223372036854775807.0 9223372036854775808 -9223372036854775809 9.223372036854775807e18 9.3e18'.split(' '),
  ...[`1${'0'.repeat(400)}1`, `0.${'0'.repeat(400)}1`, '1e99999999999999999999'],
  ...'1E+2 01 +1 .5 1. 0x10 NaN Infinity - 1_000'.split(' '),
]

/** Strings as JSON text: escapes of every kind, lone surrogates, and invalid spellings. */
const STRINGS = [
  ...['""', '"svc/echo-1"', '"svc/none"', '"user"', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"'],
  ...['"\\u0073vc/echo-1"', '"\ud800"', '"\u2028"', '"\ufeff"', '"__proto__"'],
  ...['"\\x"', '"\\u12"', '"\n"', '"\u0001"', "'single'", '"open', '"\\'],
]

/** Names that every object inherits, and names that almost match a field. */
const NAMES = [
  ...['"__proto__"', '"constructor"', '"prototype"', '"toString"', '"hasOwnProperty"', '"then"', '""', '"\\u0000"'],
  ...['"Model"', '"model "', '"mod\\u0065l"', '"\\u006e"', '"0"', '"length"', '"tools"', '"user"', '"role"'],
  ...['"content"', '"include_usage"', '"\\ud800"', 'model', "'n'"],
]

const anyText = fc.string({ unit: anyCharacter, maxLength: 12 }).map((value) => JSON.stringify(value))

const numbers = fc.constantFrom(...NUMBERS)
const strings = fc.oneof(fc.constantFrom(...STRINGS), anyText)
const names = fc.oneof(fc.constantFrom(...NAMES), anyText)

/** Members as given, including repeated names. */
const objectText = (members: readonly (readonly [name: string, value: string])[]): string =>
  `{${members.map(([name, value]) => `${name}:${value}`).join(',')}}`

const literals = fc.constantFrom('true', 'false', 'null', 'True', 'undefined', 'nul', '')

/** Any JSON, and text that is almost JSON; mostly shallow, sometimes nested. */
export const { value: values } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 5, depthSize: 'small' }, numbers, strings, literals, tie('array'), tie('object')),
  array: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
  object: fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map(objectText),
}))

/** The weight of values that follow the grammar; values that do not have the weight 1. */
const KEPT = 60

type Text = fc.Arbitrary<string>

/** The weight of doubtful values: of the right type, but on either side of a bound. */
const DOUBTFUL = 6

const mostly = (good: Text, doubtful: Text = good): Text =>
  fc.oneof(
    { weight: KEPT, arbitrary: good },
    { weight: DOUBTFUL, arbitrary: doubtful },
    { weight: 1, arbitrary: values },
  )

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((value) => JSON.stringify(value))
const boolean = fc.constantFrom('true', 'false')

const model = mostly(
  fc.constantFrom(
    ...['echo-1', 'echo-1', 'echo-1', 'small-1', 'small-1', 'unavailable'].map((name) => `"svc/${name}"`),
  ),
  fc.constantFrom('"svc/other-project"', '"svc/none"', '"gpt-4"'),
)

type Member = readonly [name: string, value: string]

/** An object in which members may be missing, and occasionally unknown or repeated. */
function object(required: Readonly<Record<string, Text>>, optional: Readonly<Record<string, Text>> = {}): Text {
  const member = ([name, value]: [string, Text]): fc.Arbitrary<Member> =>
    value.map((spelt) => [JSON.stringify(name), spelt])
  // A required member is omitted once in `KEPT` times, an optional one four times in five.
  const places = [
    ...Object.entries(required).map((entry) => fc.option(member(entry), { freq: KEPT })),
    ...Object.entries(optional).map((entry) => fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, member(entry))),
  ]
  const sound = fc.tuple(...places).map((members) => members.filter((one) => one !== null))
  const second = Object.entries({ ...required, ...optional }).map(member)
  const strays = fc.oneof(
    { weight: KEPT, arbitrary: fc.constant<Member[]>([]) },
    { weight: 2, arbitrary: fc.array(fc.oneof(fc.tuple(names, values), ...second), { minLength: 1, maxLength: 2 }) },
  )
  return fc.tuple(sound, strays).map(([members, more]) => objectText([...members, ...more]))
}

const list = (item: Text, most: number): Text =>
  fc.array(item, { minLength: 1, maxLength: most }).map((items) => `[${items.join(',')}]`)

const role = mostly(fc.constantFrom('"system"', '"user"', '"assistant"'))
const message = mostly(object({ role, content: mostly(text, strings) }))

const FIELDS: Readonly<Record<string, Text>> = {
  temperature: mostly(fc.constantFrom('0', '2', '0.7', '1e0'), numbers),
  top_p: mostly(fc.constantFrom('1', '0.5', '1e-300'), numbers),
  max_tokens: mostly(fc.constantFrom('1', '16', '256'), numbers),
  max_completion_tokens: mostly(fc.constantFrom('1', '16', '256'), numbers),
  stream: mostly(fc.constantFrom('true', 'true', 'false')),
  stream_options: mostly(object({ include_usage: mostly(boolean) })),
  n: mostly(fc.constantFrom('1', '1.0'), numbers),
  stop: mostly(fc.oneof(text, list(text, 4)), list(text, 6)),
}

/** Whole bodies: mostly completions, and occasionally any JSON. */
export const completions: Text = fc.oneof(
  { weight: KEPT, arbitrary: object({ model, messages: mostly(list(message, 3)) }, FIELDS) },
  { weight: 1, arbitrary: values },
)
