import { isObject, type JsonObject } from './body.ts'
import { asNumber, exactInteger, INT64_MAX } from './exact-integers.ts'
import { checkMessages } from './messages.ts'
import { Found, type Problem } from './problems.ts'
import { type Report, RULES, type RuleName } from './rules.ts'

/** Checks the value of one field. The value is never null, because rule 2 is checked first. */
type FieldCheck = (value: unknown, name: string, report: Report) => void

/** A row of the request table: the rule that null breaks, and the check of any other value. */
interface Field {
  readonly whenNull: RuleName
  readonly check: FieldCheck
}

const MODEL = /^svc\/[a-z0-9-]+$/

/** The request table of 4.2, one row per field. Any other field is unknown (rule 1). */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['model', { whenNull: 'model.null', check: checkModel }],
  ['messages', { whenNull: 'messages.null', check: checkMessages }],
  ['temperature', { whenNull: 'temperature.null', check: checkTemperature }],
  ['top_p', { whenNull: 'top_p.null', check: checkTopP }],
  ['max_tokens', { whenNull: 'max_tokens.null', check: outputLimit('max_tokens') }],
  ['max_completion_tokens', { whenNull: 'max_completion_tokens.null', check: outputLimit('max_completion_tokens') }],
  ['stream', { whenNull: 'stream.null', check: checkStream }],
  ['stream_options', { whenNull: 'stream_options.null', check: checkStreamOptions }],
  ['n', { whenNull: 'n.null', check: checkOne }],
  ['stop', { whenNull: 'stop.null', check: checkStop }],
])

/** The required fields, each with the rule that requires it. */
const REQUIRED = [
  ['model', 'model.required'],
  ['messages', 'messages.required'],
] as const

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
    const field = FIELDS.get(name)
    if (field === undefined) report('unknown', name, 'is not a field of this contract; leave it out (rule 1)')
    else if (value === null) report(field.whenNull, name, 'must not be null; send a value or leave it out (rule 2)')
    else field.check(value, name, report)
  }
  for (const [name, rule] of REQUIRED) {
    if (!(name in body)) report(rule, name, 'is missing; every request needs it')
  }
  if ('max_tokens' in body && 'max_completion_tokens' in body) {
    report(
      'exclusive',
      'max_completion_tokens',
      'must not be sent together with max_tokens; keep one of the two (rule 3)',
    )
  }
  if ('stream_options' in body && body.stream !== true) {
    const fix = 'needs "stream": true; set that or leave stream_options out (rule 4)'
    report('stream_options.alone', 'stream_options', fix)
  }
  return found?.problems ?? NONE
}

function checkModel(value: unknown, name: string, report: Report): void {
  if (typeof value !== 'string')
    report('model.type', name, 'must be a string; send a logical model id such as svc/echo-1')
  else if (!MODEL.test(value))
    report('model.pattern', name, 'must be svc/ and then a-z, 0-9 or -; GET /v1/models lists the ids')
}

function checkTemperature(value: unknown, name: string, report: Report): void {
  const number = asNumber(value)
  if (number === undefined) report('temperature.type', name, 'must be a number; send one from 0 to 2')
  else if (number < 0) report('temperature.min', name, 'must not be below 0; send a number from 0 to 2')
  else if (number > 2) report('temperature.max', name, 'must not be above 2; send a number from 0 to 2')
}

function checkTopP(value: unknown, name: string, report: Report): void {
  const number = asNumber(value)
  if (number === undefined) report('top_p.type', name, 'must be a number; send one above 0, at most 1')
  else if (number <= 0) report('top_p.min', name, 'must be above 0; send a number above 0, at most 1')
  else if (number > 1) report('top_p.max', name, 'must not be above 1; send a number above 0, at most 1')
}

function outputLimit(field: 'max_tokens' | 'max_completion_tokens'): FieldCheck {
  return (value, name, report) => {
    const integer = exactInteger(value)
    if (integer === undefined) {
      const rule = asNumber(value) === undefined ? 'type' : 'integer'
      report(`${field}.${rule}`, name, 'must be an integer; send a whole number of at least 1')
    } else if (integer < 1)
      report(`${field}.min`, name, 'must be at least 1; send a larger number, or leave it out for the default')
    else if (integer > INT64_MAX) report(`${field}.max`, name, `must be at most ${INT64_MAX}; send a smaller number`)
  }
}

function checkStream(value: unknown, name: string, report: Report): void {
  if (typeof value !== 'boolean') report('stream.type', name, 'must be true or false, without quotes')
}

function checkStreamOptions(value: unknown, name: string, report: Report): void {
  if (!isObject(value)) {
    report('stream_options.type', name, 'must be an object; send { "include_usage": true }')
    return
  }
  const usage = value.include_usage
  if (!('include_usage' in value))
    report(
      'include_usage.required',
      `${name}.include_usage`,
      'is missing; send true or false, or leave stream_options out',
    )
  else if (usage === null) report('include_usage.null', `${name}.include_usage`, 'must not be null; send true or false')
  else if (typeof usage !== 'boolean')
    report('include_usage.type', `${name}.include_usage`, 'must be true or false, without quotes')
  for (const member in value) {
    if (member !== 'include_usage')
      report('stream_options.unknown', `${name}.${member}`, 'is not an option of this contract; leave it out (rule 1)')
  }
}

function checkOne(value: unknown, name: string, report: Report): void {
  const integer = exactInteger(value)
  if (integer === undefined)
    report(
      asNumber(value) === undefined ? 'n.type' : 'n.integer',
      name,
      'must be the integer 1; send 1 or leave it out',
    )
  else if (integer < 1) report('n.min', name, 'must be 1; there is one choice per response')
  else if (integer > 1) report('n.max', name, 'must be 1; send several requests for several completions')
}

function checkStop(value: unknown, name: string, report: Report): void {
  if (typeof value === 'string') {
    if (value === '') report('stop.empty', name, 'must not be empty; send some text or leave it out')
    return
  }
  if (!Array.isArray(value)) {
    report('stop.type', name, 'must be a string or an array of strings')
    return
  }
  if (value.length < 1) report('stop.few', name, 'must have at least 1 item; leave it out for none')
  if (value.length > 4) report('stop.many', name, 'must have at most 4 items; send fewer')
  value.forEach((item: unknown, at) => {
    const param = `${name}[${at}]`
    if (item === null) report('stop.item.null', param, 'must not be null; send a non-empty string')
    else if (typeof item !== 'string') report('stop.item.type', param, 'must be a string')
    else if (item === '') report('stop.item.empty', param, 'must not be empty; send some text or drop the item')
  })
}
