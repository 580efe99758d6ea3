import { isObject, type JsonObject } from './body.ts'
import { asNumber, exactInteger, INT64_MAX } from './exact-integers.ts'
import { Found, type Problem } from './problems.ts'
import { RULES, type RuleName } from './rules.ts'

/** A rule about a value, whether the value keeps it, and what to say otherwise. A row may rely on the rows before it. */
type Row = readonly [rule: RuleName, fits: (value: unknown) => boolean, says: string]

/** Reports that a parameter breaks a rule; `says` is what is wrong and how to fix it. */
type Report = (rule: RuleName, param: string, says: string) => void

const isPresent = (value: unknown): boolean => value !== undefined
const isNotNull = (value: unknown): boolean => value !== null
const isFilled = (value: unknown): boolean => value !== ''
const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isNumber = (value: unknown): boolean => asNumber(value) !== undefined
const isInteger = (value: unknown): boolean => exactInteger(value) !== undefined
const isModelId = (value: unknown): boolean => /^svc\/[a-z0-9-]+$/.test(String(value))
const isRole = (value: unknown): boolean => value === 'user' || value === 'assistant' || value === 'system'

const sizeOf = (value: unknown): number => (value as string | unknown[]).length
const amountOf = (value: unknown): number | bigint => exactInteger(value) ?? asNumber(value) ?? Number.NaN
const atLeast = (least: number) => (value: unknown) => amountOf(value) >= least
const atMost = (most: number | bigint) => (value: unknown) => amountOf(value) <= most

const TRUE_OR_FALSE = 'must be true or false, without quotes'
const ONE = 'must be the integer 1; send 1 or leave it out'
const KNOWN_ROLE = 'must be one of system, user, assistant'

function outputLimit(field: 'max_tokens' | 'max_completion_tokens'): readonly Row[] {
  const whole = 'must be an integer; send a whole number of at least 1'
  return [
    [`${field}.type`, isNumber, whole],
    [`${field}.integer`, isInteger, whole],
    [`${field}.min`, atLeast(1), 'must be at least 1; send a larger number, or leave it out for the default'],
    [`${field}.max`, atMost(INT64_MAX), `must be at most ${INT64_MAX}; send a smaller number`],
  ]
}

/** The request table of 4.2. Any other field is unknown (rule 1), and no field is null (rule 2). */
const FIELDS = {
  model: [
    ['model.type', isText, 'must be a string; send a logical model id such as svc/echo-1'],
    ['model.pattern', isModelId, 'must be svc/ and then a-z, 0-9 or -; GET /v1/models lists the ids'],
  ],
  messages: [
    ['messages.type', Array.isArray, 'must be an array of messages'],
    ['messages.few', (value) => sizeOf(value) > 0, 'must have at least 1 item; send a message'],
  ],
  temperature: [
    ['temperature.type', isNumber, 'must be a number; send one from 0 to 2'],
    ['temperature.min', atLeast(0), 'must not be below 0; send a number from 0 to 2'],
    ['temperature.max', atMost(2), 'must not be above 2; send a number from 0 to 2'],
  ],
  top_p: [
    ['top_p.type', isNumber, 'must be a number; send one above 0, at most 1'],
    ['top_p.min', (value) => amountOf(value) > 0, 'must be above 0; send a number above 0, at most 1'],
    ['top_p.max', atMost(1), 'must not be above 1; send a number above 0, at most 1'],
  ],
  max_tokens: outputLimit('max_tokens'),
  max_completion_tokens: outputLimit('max_completion_tokens'),
  stream: [['stream.type', isFlag, TRUE_OR_FALSE]],
  stream_options: [['stream_options.type', isObject, 'must be an object; send { "include_usage": true }']],
  n: [
    ['n.type', isNumber, ONE],
    ['n.integer', isInteger, ONE],
    ['n.min', atLeast(1), 'must be 1; there is one choice per response'],
    ['n.max', atMost(1), 'must be 1; send several requests for several completions'],
  ],
  stop: [
    ['stop.type', (value) => isText(value) || Array.isArray(value), 'must be a string or an array of strings'],
    ['stop.empty', isFilled, 'must not be empty; send some text or leave it out'],
    ['stop.few', (value) => sizeOf(value) > 0, 'must have at least 1 item; leave it out for none'],
    ['stop.many', (value) => isText(value) || sizeOf(value) <= 4, 'must have at most 4 items; send fewer'],
  ],
} as const satisfies Readonly<Record<string, readonly Row[]>>

const STOP_ITEM: readonly Row[] = [
  ['stop.item.null', isNotNull, 'must not be null; send a non-empty string'],
  ['stop.item.type', isText, 'must be a string'],
  ['stop.item.empty', isFilled, 'must not be empty; send some text or drop the item'],
]

const INCLUDE_USAGE: readonly Row[] = [
  ['include_usage.required', isPresent, 'is missing; send true or false, or leave stream_options out'],
  ['include_usage.null', isNotNull, 'must not be null; send true or false'],
  ['include_usage.type', isFlag, TRUE_OR_FALSE],
]

/** The message table of 2.3. The contract allows roles in any order. */
const MESSAGE: readonly Row[] = [
  ['message.null', isNotNull, 'must not be null; send { "role", "content" }'],
  ['message.type', isObject, 'must be an object; send { "role", "content" }'],
]

const ROLE: readonly Row[] = [
  ['role.required', isPresent, `is missing; it ${KNOWN_ROLE}`],
  ['role.null', isNotNull, `must not be null; it ${KNOWN_ROLE}`],
  ['role.type', isText, `must be a string; it ${KNOWN_ROLE}`],
  ['role.enum', isRole, KNOWN_ROLE],
]

const CONTENT: readonly Row[] = [
  ['content.required', isPresent, 'is missing; send the text of the message'],
  ['content.null', isNotNull, 'must not be null; send the text of the message'],
  ['content.type', isText, 'must be a string; join parts into one text'],
  ['content.empty', isFilled, 'must not be empty; send at least one character'],
]

const NONE: readonly Problem[] = []

/** The problems of a request body, in a fixed order: fields as sent, missing fields, and then rules between fields. */
export function problemsOf(body: JsonObject): readonly Problem[] {
  let found: Found | undefined
  const report: Report = (rule, param, message) => {
    found ??= new Found()
    found.add({ rule, code: RULES[rule].code, param, message })
  }
  for (const name in body) {
    const value = body[name]
    if (!isField(name)) report('unknown', name, 'is not a field of this contract; leave it out (rule 1)')
    else if (value === null) report(`${name}.null`, name, 'must not be null; send a value or leave it out (rule 2)')
    else {
      check(FIELDS[name], value, name, report)
      checkParts(name, value, report)
    }
  }
  for (const name of ['model', 'messages'] as const)
    if (!(name in body)) report(`${name}.required`, name, 'is missing; every request needs it')
  if ('max_tokens' in body && 'max_completion_tokens' in body) {
    const fix = 'must not be sent together with max_tokens; keep one of the two (rule 3)'
    report('exclusive', 'max_completion_tokens', fix)
  }
  if ('stream_options' in body && body.stream !== true) {
    const fix = 'needs "stream": true; set that or leave stream_options out (rule 4)'
    report('stream_options.alone', 'stream_options', fix)
  }
  return found?.problems ?? NONE
}

const isField = (name: string): name is keyof typeof FIELDS => Object.hasOwn(FIELDS, name)

/** Reports the first rule that a value breaks. */
function check(rows: readonly Row[], value: unknown, param: string, report: Report): void {
  const broken = rows.find((row) => !row[1](value))
  if (broken) report(broken[0], param, broken[2])
}

/** Checks the items of `messages` and `stop`, and the members of `stream_options`. */
function checkParts(name: string, value: unknown, report: Report): void {
  if (name === 'messages' && Array.isArray(value))
    for (const [at, message] of value.entries()) if (!isPlain(message)) checkMessage(message, `${name}[${at}]`, report)
  if (name === 'stop' && Array.isArray(value))
    for (const [at, item] of value.entries()) check(STOP_ITEM, item, `${name}[${at}]`, report)
  if (name !== 'stream_options' || !isObject(value)) return
  check(INCLUDE_USAGE, value.include_usage, `${name}.include_usage`, report)
  for (const member in value)
    if (member !== 'include_usage')
      report('stream_options.unknown', `${name}.${member}`, 'is not an option of this contract; leave it out (rule 1)')
}

/** Fast path for the usual case, without computing any path: exactly two members, both valid. */
function isPlain(message: unknown): boolean {
  if (!isObject(message)) return false
  const { role, content } = message
  if (typeof content !== 'string' || content === '' || !isRole(role)) return false
  for (const member in message) if (member !== 'role' && member !== 'content') return false
  return true
}

function checkMessage(message: unknown, at: string, report: Report): void {
  check(MESSAGE, message, at, report)
  if (!isObject(message)) return
  check(ROLE, message.role, `${at}.role`, report)
  check(CONTENT, message.content, `${at}.content`, report)
  for (const member in message)
    if (member !== 'role' && member !== 'content')
      report('message.unknown', `${at}.${member}`, 'is not a member of a message here; leave it out (rule 1)')
}
