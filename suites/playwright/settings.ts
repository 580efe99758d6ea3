/**
 * The settings of a run under Playwright, from the environment. One variable holds JSON without secrets, which
 * Playwright may show; keys have their own variables.
 */
import { resolve } from 'node:path'
import { hintFor } from '../harness/catalogue/nearest.ts'
import { type Depth, type Profile, profiles } from '../harness/catalogue/profiles.ts'
import { UsageError } from '../harness/catalogue/usage-error.ts'
import { compact } from '../harness/http/compact.ts'
import { type About, aboutFrom } from '../harness/target/declared/about.ts'
import type { Environment } from '../harness/target/environment.ts'
import type { YamlMistake } from '../harness/target/yaml/source.ts'

/** All settings besides the keys. */
export interface Settings {
  readonly baseUrl?: string
  /** Path of a target file. */
  readonly target?: string
  readonly profile: Profile
  /** The set that scores; by default the one that is effective on the day of the run. */
  readonly set?: string
  readonly suites: readonly string[]
  readonly requirements: readonly string[]
  readonly seed?: number
  /** A nonce of a verifier, from which the seed is derived. */
  readonly challenge?: string
  readonly runs?: number
  readonly depth?: Depth
  readonly strict: boolean
  /** Declarations about the target, which override those of its file. */
  readonly about?: About
  /** Path of a file of known failures, read when the report is made. */
  readonly baseline?: string
  /** The absolute path of the output folder. */
  readonly out: string
  /** Other formats of the report. */
  readonly reporter?: readonly string[]
  /** Files to write. */
  readonly transcript?: string
  readonly certificate?: string
  readonly testResult?: string
  /** A file to sign with. */
  readonly signKey?: string
  /** Days. */
  readonly validFor?: number
}

type Kind = readonly [words: string, holds: (value: unknown) => boolean]

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const TEXT: Kind = ['a text that is not empty', isText]
const TEXTS: Kind = ['a list of texts', (value) => Array.isArray(value) && value.every(isText)]

const KINDS: Readonly<Record<keyof Settings, Kind>> = {
  baseUrl: TEXT,
  target: TEXT,
  profile: [`one of ${profiles.join(', ')}`, (value) => (profiles as readonly unknown[]).includes(value)],
  set: TEXT,
  suites: TEXTS,
  requirements: TEXTS,
  seed: ['a whole number', Number.isSafeInteger],
  challenge: TEXT,
  runs: ['a whole number above 0', (value) => Number.isSafeInteger(value) && Number(value) > 0],
  depth: ['2 or 3', (value) => value === 2 || value === 3],
  strict: ['true or false', (value) => typeof value === 'boolean'],
  about: ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  baseline: TEXT,
  out: TEXT,
  reporter: TEXTS,
  transcript: TEXT,
  certificate: TEXT,
  testResult: TEXT,
  signKey: TEXT,
  validFor: [
    'a number of days from 1 to 3650',
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 3650,
  ],
}

function given(text: string, env: Environment): Partial<Settings> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError('SVC_CONFORMANCE_RUN is not JSON; write it like {"target":"target.yaml","profile":"full"}')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('SVC_CONFORMANCE_RUN must be a JSON object')
  for (const [name, member] of Object.entries(value)) {
    if (!Object.hasOwn(KINDS, name)) {
      throw new UsageError(`SVC_CONFORMANCE_RUN: ${name} is unknown; ${hintFor(name, Object.keys(KINDS))}`)
    }
    const [words, holds] = KINDS[name as keyof Settings]
    if (!holds(member)) throw new UsageError(`SVC_CONFORMANCE_RUN: ${name} has to be ${words}`)
  }
  const own = value as Partial<Settings>
  return { ...own, ...compact({ about: own.about && aboutFrom(own.about, env, mistakeInSettings) }) }
}

/** The message for a mistake in a declaration. */
export function mistakeInSettings({ location, message }: YamlMistake): string {
  return `SVC_CONFORMANCE_RUN: ${location.join('.')} ${message}`
}

/** The settings for the configuration, or the defaults: Playwright reports a mistake without a stack only later. */
export function settingsOrDefaults(env: Environment): Settings {
  try {
    return settingsFrom(env)
  } catch {
    return settingsFrom({})
  }
}

/** Reads the settings. @throws UsageError */
export function settingsFrom(env: Environment): Settings {
  const own = given(env.SVC_CONFORMANCE_RUN ?? '{}', env)
  const target = own.target ?? env.SVC_CONFORMANCE_TARGET
  const baseUrl = own.baseUrl ?? env.SVC_CONFORMANCE_BASE_URL
  if (target !== undefined && baseUrl !== undefined)
    throw new UsageError('a target file and a base URL are mutually exclusive')
  if (own.seed !== undefined && own.challenge !== undefined)
    throw new UsageError('SVC_CONFORMANCE_RUN: seed and challenge are mutually exclusive')
  return {
    suites: [],
    requirements: [],
    strict: false,
    ...own,
    ...compact({ target, baseUrl }),
    profile: own.profile ?? (target === undefined && baseUrl === undefined ? 'full' : 'core'),
    out: resolve(own.out ?? 'out'),
  }
}
