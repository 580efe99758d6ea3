import { asNumber, exactInteger, INT64_MAX } from './exact-integers.ts'
import { checkMessages } from './messages.ts'
import type { Report } from './problems.ts'

/** Judges the value of one field. Null never gets here: rule 2 has seen it before. */
export type FieldCheck = (value: unknown, name: string, report: Report) => void

const MODEL = /^svc\/[a-z0-9-]+$/

/** The request table of 4.2, one row a field. What is not a row is an unknown field (rule 1). */
export const FIELDS: ReadonlyMap<string, FieldCheck> = new Map<string, FieldCheck>([
  ['model', checkModel],
  ['messages', checkMessages],
  ['temperature', checkTemperature],
  ['top_p', checkTopP],
  ['max_tokens', checkOutputLimit],
  ['max_completion_tokens', checkOutputLimit],
  ['stream', checkBoolean],
  ['stream_options', checkStreamOptions],
  ['n', checkOne],
  ['stop', checkStop],
])

/** The fields that every request carries. */
export const REQUIRED = ['model', 'messages'] as const

function checkModel(value: unknown, name: string, report: Report): void {
  if (typeof value !== 'string')
    report('model.type', 'wrong_type', name, 'must be a string; send a logical model id such as svc/echo-1')
  else if (!MODEL.test(value))
    report('model.pattern', 'invalid_value', name, 'must be svc/ and then a-z, 0-9 or -; GET /v1/models lists the ids')
}

function checkTemperature(value: unknown, name: string, report: Report): void {
  const number = asNumber(value)
  if (number === undefined) report('temperature.type', 'wrong_type', name, 'must be a number; send one from 0 to 2')
  else if (number < 0) report('temperature.min', 'out_of_range', name, 'must not be below 0; send a number from 0 to 2')
  else if (number > 2) report('temperature.max', 'out_of_range', name, 'must not be above 2; send a number from 0 to 2')
}

function checkTopP(value: unknown, name: string, report: Report): void {
  const number = asNumber(value)
  if (number === undefined) report('top_p.type', 'wrong_type', name, 'must be a number; send one above 0, at most 1')
  else if (number <= 0) report('top_p.min', 'out_of_range', name, 'must be above 0; send a number above 0, at most 1')
  else if (number > 1)
    report('top_p.max', 'out_of_range', name, 'must not be above 1; send a number above 0, at most 1')
}

function checkOutputLimit(value: unknown, name: string, report: Report): void {
  const integer = exactInteger(value)
  if (integer === undefined) {
    const rule = asNumber(value) === undefined ? 'type' : 'integer'
    report(`${name}.${rule}`, 'wrong_type', name, 'must be an integer; send a whole number of at least 1')
  } else if (integer < 1)
    report(
      `${name}.min`,
      'out_of_range',
      name,
      'must be at least 1; send a larger number, or leave it out for the default',
    )
  else if (integer > INT64_MAX)
    report(`${name}.max`, 'out_of_range', name, `must be at most ${INT64_MAX}; send a smaller number`)
}

function checkBoolean(value: unknown, name: string, report: Report): void {
  if (typeof value !== 'boolean') report(`${name}.type`, 'wrong_type', name, 'must be true or false, without quotes')
}

function checkStreamOptions(value: unknown, name: string, report: Report): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report('stream_options.type', 'wrong_type', name, 'must be an object; send { "include_usage": true }')
    return
  }
  const usage: unknown = (value as { include_usage?: unknown }).include_usage
  if (!('include_usage' in value))
    report(
      'include_usage.required',
      'missing_field',
      `${name}.include_usage`,
      'is missing; send true or false, or leave stream_options out',
    )
  else if (usage === null)
    report('include_usage.null', 'null_field', `${name}.include_usage`, 'must not be null; send true or false')
  else if (typeof usage !== 'boolean')
    report('include_usage.type', 'wrong_type', `${name}.include_usage`, 'must be true or false, without quotes')
  for (const member in value) {
    if (member !== 'include_usage')
      report(
        'stream_options.unknown',
        'unknown_field',
        `${name}.${member}`,
        'is no option of this contract; leave it out (rule 1)',
      )
  }
}

function checkOne(value: unknown, name: string, report: Report): void {
  const integer = exactInteger(value)
  if (integer === undefined)
    report(
      asNumber(value) === undefined ? 'n.type' : 'n.integer',
      'wrong_type',
      name,
      'must be the integer 1; send 1 or leave it out',
    )
  else if (integer < 1) report('n.min', 'out_of_range', name, 'must be 1; there is one choice per answer')
  else if (integer > 1) report('n.max', 'out_of_range', name, 'must be 1; send several requests for several answers')
}

function checkStop(value: unknown, name: string, report: Report): void {
  if (typeof value === 'string') {
    if (value === '') report('stop.empty', 'empty_value', name, 'must not be empty; send some text or leave it out')
    return
  }
  if (!Array.isArray(value)) {
    report('stop.type', 'wrong_type', name, 'must be a string or an array of strings')
    return
  }
  if (value.length < 1) report('stop.few', 'wrong_count', name, 'must have at least 1 item; leave it out for none')
  if (value.length > 4) report('stop.many', 'wrong_count', name, 'must have at most 4 items; send fewer')
  value.forEach((item: unknown, at) => {
    const param = `${name}[${at}]`
    if (item === null) report('stop.item.null', 'null_field', param, 'must not be null; send a non-empty string')
    else if (typeof item !== 'string') report('stop.item.type', 'wrong_type', param, 'must be a string')
    else if (item === '')
      report('stop.item.empty', 'empty_value', param, 'must not be empty; send some text or drop the item')
  })
}
