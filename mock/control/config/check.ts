import { KEY_FORMAT } from '../../core/auth.ts'
import { ConfigError, type MockConfig } from '../../core/config.ts'
import { problemsOfSettings } from '../../core/disturbances/table.ts'
import { isObject } from '../../core/request/body.ts'
import { INT64_MAX } from '../../core/request/exact-integers.ts'
import { type Distribution, openDistribution } from '../../core/time/distribution.ts'
import { Deviations } from '../../deviations/registry.ts'
import { ruleOf } from '../../scripts/written/rules.ts'
import { type ConfigProblem, checkRelations, type Place } from './relations.ts'

type Check = (value: unknown, place: Place, found: ConfigProblem[]) => void

// keeps: model-id
const modelId: Check = string(/^svc\/[a-z0-9-]+$/, 'is not a model id; write svc/ and then a-z, 0-9 or -')
const projectName: Check = string(/^[\w-]+$/, 'is not a project name; use letters, digits, - or _')
const count: Check = integer(1n, BigInt(Number.MAX_SAFE_INTEGER))
const amount: Check = integer(0n, BigInt(Number.MAX_SAFE_INTEGER))
const flag: Check = oneOf(true, false)

const disturbances: Check = list((value, place, found) => {
  for (const { member, message } of problemsOfSettings(value))
    found.push({ place: member === undefined ? place : [...place, member], message })
})

const distribution: Check = usableBy((value) => openDistribution(value as Distribution))

const PAUSES: Check = object({ first: distribution, gap: distribution, first_ms: amount, gap_ms: amount })

const pace: Check = (value, place, found) => {
  PAUSES(value, place, found)
  if (!isObject(value)) return
  for (const name of ['first', 'gap'])
    if (value[name] !== undefined && value[`${name}_ms`] !== undefined)
      found.push({ place: [...place, name], message: `conflicts with ${name}_ms; remove one of them` })
}

const { applyToStep } = new Deviations()

const replies: Check = list(
  usableBy((value) => {
    if (!isObject(value)) throw new RangeError('must be a mapping, such as { reply: Sunny }')
    ruleOf(value, applyToStep)
  }),
)

const MODEL: Check = object({
  // keeps: model-created
  created: integer(0n, INT64_MAX),
  reply: string(/[\s\S]/, 'must not be empty; write echo or the text of the reply'),
  max_tokens: count,
  available: flag,
  usage: oneOf('details', 'plain', 'unknown'),
  pace,
  price: object({ prompt: amount, completion: amount }),
  disturbances,
})

const POLICY: Record<string, Check> = {
  disabled: oneOf(true, false, 'account', 'completions'),
  quota: object({ requests_per_minute: amount, tokens_per_minute: amount, concurrent_requests: amount }),
  default_max_tokens: count,
  max_tokens: count,
  pace,
  replies,
  disturbances,
}

const PROJECT: Check = object(
  {
    keys: list(string(KEY_FORMAT, 'must have the form svc_<id>_<secret>, of letters, digits and -; the secret also _')),
    models: list(string(/[\s\S]/, 'must not be empty; name a model')),
    ...POLICY,
  },
  ['keys', 'models'],
)

const MODELS: Check = entries(modelId, MODEL)
const MODEL_IDS: Check = list(modelId)

/** Options of a project that is opened while the gateway runs. */
const OPENING: Check = object({
  name: projectName,
  models: (value, place, found) => (Array.isArray(value) ? MODEL_IDS : MODELS)(value, place, found),
  ...POLICY,
  faults: list(string(/[\s\S]/, 'must not be empty; name a fault of svc-conformance list faults')),
  strict: flag,
})

const CONFIG: Check = object(
  {
    seed: string(/[\s\S]/, 'must not be empty; write some text or leave it out'),
    test_headers: flag,
    max_tokens: count,
    pace,
    replies,
    models: MODELS,
    projects: entries(projectName, PROJECT),
  },
  ['models', 'projects'],
)

/** All mistakes in a configuration, including those in the relations between its parts. */
export function problemsOfConfig(config: unknown): ConfigProblem[] {
  const found: ConfigProblem[] = []
  CONFIG(config, [], found)
  if (found.length === 0) checkRelations(config as MockConfig, found)
  return found
}

/** Returns the configuration if it is valid, and throws a ConfigError otherwise. */
export const checkConfig = (config: MockConfig): MockConfig => usable(config, problemsOfConfig(config))

/** Does the same for the options of a project that is opened at run time; locations are relative to these options. */
export function checkOpening<T>(options: T): T {
  const found: ConfigProblem[] = []
  OPENING(options, [], found)
  return usable(options, found)
}

function usable<T>(checked: T, found: readonly ConfigProblem[]): T {
  if (found.length === 0) return checked
  throw new ConfigError(found.map(({ place, message }) => `${spell(place)}: ${message}`))
}

/** A location in words: `projects.main.keys[0]`. */
export function spell(place: Place): string {
  if (place.length === 0) return 'configuration'
  return place.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('')
}

function object(members: Record<string, Check>, required: string[] = []): Check {
  return (value, place, found) => {
    if (!isObject(value))
      return void found.push({ place, message: `must be a mapping of ${Object.keys(members).join(', ')}` })
    for (const name of Object.keys(value)) {
      const check = Object.hasOwn(members, name) ? members[name] : undefined
      if (check) {
        if (value[name] !== undefined) check(value[name], [...place, name], found)
      } else
        found.push({
          place: [...place, name],
          message: `unknown member; ${hintFor(name, Object.keys(members))}`,
        })
    }
    for (const name of required)
      if (!Object.hasOwn(value, name)) found.push({ place, message: `lacks the member ${name}; add it` })
  }
}

/** Suggests an allowed name that differs in a few letters at one position; otherwise lists all allowed names. */
function hintFor(name: string, members: readonly string[]): string {
  const meant = members.find((member) => changedLetters(name, member) * 3 <= member.length)
  return meant === undefined ? `use one of ${members.join(', ')}` : `did you mean ${meant}?`
}

/** The number of letters between the common beginning and the common end of two words. */
function changedLetters(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  let end = 0
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1
  return long.length - start - end
}

function entries(checkName: Check, check: Check): Check {
  return (value, place, found) => {
    if (!isObject(value)) return void found.push({ place, message: 'must be a mapping' })
    for (const [name, entry] of Object.entries(value)) {
      checkName(name, [...place, name], found)
      check(entry, [...place, name], found)
    }
  }
}

function list(check: Check): Check {
  return (value, place, found) => {
    if (!Array.isArray(value)) return void found.push({ place, message: 'must be a list' })
    for (const [at, item] of value.entries()) check(item, [...place, at], found)
  }
}

function string(form: RegExp, hint: string): Check {
  return (value, place, found) => {
    if (typeof value !== 'string') found.push({ place, message: 'must be text' })
    else if (!form.test(value)) found.push({ place, message: hint })
  }
}

function integer(least: bigint, most: bigint): Check {
  const isWhole = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isSafeInteger(value)
  return (value, place, found) => {
    if (!isWhole(value) || value < least || value > most)
      found.push({ place, message: `must be a whole number from ${least} to ${most}` })
  }
}

function oneOf(...allowed: unknown[]): Check {
  return (value, place, found) => {
    if (!allowed.includes(value)) found.push({ place, message: `must be one of ${allowed.join(', ')}` })
  }
}

/** Reports the error that a function throws for a value that it cannot use. */
function usableBy(use: (value: unknown) => unknown): Check {
  return (value, place, found) => {
    try {
      use(value)
    } catch (error) {
      found.push({ place, message: (error as RangeError).message.replace(/\.$/, '') })
    }
  }
}
