/** Mistakes that the schema finds in a target file, in words that say how to fix them. */
import type { ErrorObject } from 'ajv'
import { hintFor, nearest } from '../../catalogue/nearest.ts'
import { validator } from '../../catalogue/validators.ts'
import { stepsOf } from '../../http/exact-json.ts'
import type { YamlMistake } from './source.ts'

const KINDS: Record<string, string> = {
  object: 'a mapping',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
}

const DURATION = 'must be a duration in ms, s or m, such as 30s or 500ms'

/** Members whose text has its own form. */
const FORMS: Record<string, string> = {
  timeout: DURATION,
  connect: DURATION,
  idle: DURATION,
  time: DURATION,
  expires: 'must be a day such as 2027-01-31',
  contract: 'must be the first two numbers of a version, such as 1.0; in a file, put it in quotes',
}

function known(error: ErrorObject): string[] {
  return Object.keys((error.parentSchema as { properties?: object }).properties ?? {})
}

const INVISIBLE = 'begins or ends with a space, or contains invisible characters; write one line of visible text'
const LABEL = 'is not a name of a label; it takes up to 63 letters and digits, with . _ - and / between them'

/** Never quotes a value, because any value may be a key. */
function wordsFor(error: ErrorObject, last: string): string {
  const { keyword, params } = error
  // Texts in `about` are free, and labels may have any name.
  const isAbout = error.instancePath.startsWith('/about')
  const isAbsence = error.instancePath.startsWith('/not_applicable')
  const form = isAbout && error.instancePath !== '/about/contract' ? undefined : FORMS[last]
  switch (keyword) {
    case 'required': {
      const name = String(params.missingProperty)
      const example =
        name === 'valid'
          ? `valid: \${SVC_CONFORMANCE_KEY}`
          : name === 'base_url'
            ? 'base_url: https://gateway.example.com'
            : `${name}: …`
      return `lacks '${name}'; write ${example}`
    }
    case 'additionalProperties': {
      // A typo in a name that can be declared is not an attempt to declare something else.
      if (isAbsence && nearest(last, known(error)) === undefined)
        return `cannot be declared absent, since a request with one valid key may show it; ${hintFor(last, known(error))}`
      return `is unknown here; ${hintFor(last, known(error))}`
    }
    case 'type': {
      if (form !== undefined) return form
      const nothing = error.data === null ? ', but it is empty' : ''
      // YAML reads 1.10 as a number, and also the ids of some commits.
      const quotes = isAbout && ['number', 'boolean'].includes(typeof error.data) ? '; put it in quotes' : ''
      return `must be ${KINDS[String(params.type)] ?? String(params.type)}${nothing}${quotes}`
    }
    case 'minLength':
      return isAbsence ? `is too short; give the reason in ${String(params.limit)} or more characters` : 'is empty'
    case 'minProperties':
      return `is empty; give it ${known(error).join(', ') || (isAbout ? 'a label' : 'a header')}`
    case 'maxLength':
      return `is longer than ${String(params.limit)} characters`
    case 'maxProperties':
      return `has more than ${String(params.limit)} entries`
    case 'pattern':
      if (isAbsence) return INVISIBLE
      if (isAbout) return form ?? (error.propertyName === undefined ? INVISIBLE : LABEL)
      return form ?? 'contains a character that is invalid in a header'
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return `must be ${params.comparison === '>' ? 'more than' : params.comparison === '<=' ? 'at most' : 'at least'} ${String(params.limit)}`
    default:
      return error.message ?? keyword
  }
}

/** Steps of a JSON pointer as a location in a value: steps into a list are numbers. */
function locationIn(value: unknown, steps: readonly string[]): (string | number)[] {
  let at = value
  return steps.map((step) => {
    const name = Array.isArray(at) ? Number(step) : step
    at = (at as Record<string, unknown> | null)?.[step]
    return name
  })
}

/** What every target file must have. */
const REST = { base_url: 'https://gateway.example.com', keys: { valid: 'svc_a_b' } }

/** Validates a part of a target file. */
export function mistakesInPart(part: Readonly<Record<string, unknown>>): YamlMistake[] {
  return mistakesOf({ ...REST, ...part })
}

/** Validates a target file, as data. */
export function mistakesOf(value: unknown): YamlMistake[] {
  const check = validator('target', 'target')
  if (check(value)) return []
  return (check.errors ?? [])
    .filter(({ keyword }) => keyword !== 'propertyNames')
    .filter(({ keyword, data, parentSchema }) => keyword !== 'pattern' || data !== '' || !parentSchema?.minLength)
    .map((error): YamlMistake => {
      const parent = locationIn(value, stepsOf(error.instancePath))
      const own =
        error.propertyName ??
        (error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : undefined)
      const location = own === undefined ? parent : [...parent, own]
      return { location, name: own !== undefined, message: wordsFor(error, String(location.at(-1) ?? '')) }
    })
}
