/** Bodies of completions by the grammar of the contract, with occasional deviations at each place. */
import fc from 'fast-check'
import { names, numbers, objectText, strings, values } from './json-text.ts'

/** How often a place keeps to the grammar for each time that it strays. */
const KEPT = 60

type Text = fc.Arbitrary<string>

/** How often it is doubtful in the same times: of the right kind, and on either side of a bound. */
const DOUBTFUL = 6

function mostly(good: Text, doubtful: Text = good): Text {
  return fc.oneof(
    { weight: KEPT, arbitrary: good },
    { weight: DOUBTFUL, arbitrary: doubtful },
    { weight: 1, arbitrary: values },
  )
}

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((value) => JSON.stringify(value))
const boolean = fc.constantFrom('true', 'false')

const model = mostly(
  fc.constantFrom(
    ...['echo-1', 'echo-1', 'echo-1', 'small-1', 'small-1', 'unavailable'].map((name) => `"svc/${name}"`),
  ),
  fc.constantFrom('"svc/other-project"', '"svc/none"', '"gpt-4"'),
)

type Member = readonly [name: string, value: string]

/** An object of members that are there or not, with a stranger or a second one of a name now and then. */
function object(required: Readonly<Record<string, Text>>, optional: Readonly<Record<string, Text>> = {}): Text {
  const member = ([name, value]: [string, Text]): fc.Arbitrary<Member> =>
    value.map((spelt) => [JSON.stringify(name), spelt])
  // A required member is left out once in this number of times, an optional one four times in five.
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

/** Whole bodies: completions for the most part, and any JSON now and then. */
export const completions: Text = fc.oneof(
  { weight: KEPT, arbitrary: object({ model, messages: mostly(list(message, 3)) }, FIELDS) },
  { weight: 1, arbitrary: values },
)
