import type { JsonObject } from './body.ts'
import { FIELDS, REQUIRED } from './fields.ts'
import { Found, type Problem } from './problems.ts'
import { type Report, RULES } from './rules.ts'

const NONE: readonly Problem[] = []

/** The problems of a request body, in a fixed order: by field as sent, then what is missing, then the rules between fields. */
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
