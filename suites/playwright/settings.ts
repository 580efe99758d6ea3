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

const KINDS: Readonly<Record<keyof Settings, (value: unknown) => boolean>> = {
  baseUrl: isText,
  target: isText,
  profile: (value) => (profiles as readonly unknown[]).includes(value),
  set: isText,
  suites: isNames,
  requirements: isNames,
  seed: (value) => Number.isSafeInteger(value),
  challenge: isText,
  runs: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  depth: (value) => value === 2 || value === 3,
  strict: (value) => typeof value === 'boolean',
  about: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  baseline: isText,
  out: isText,
  reporter: isNames,
  transcript: isText,
  certificate: isText,
  testResult: isText,
  signKey: isText,
  validFor: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 3650,
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
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
    if (name === 'profile' && isText(member) && !KINDS.profile(member))
      throw new UsageError(`SVC_CONFORMANCE_RUN: profile cannot be ${member}; ${hintFor(String(member), profiles)}`)
    if (!KINDS[name as keyof Settings](member))
      throw new UsageError(`SVC_CONFORMANCE_RUN: ${name} has a value that it cannot have`)
  }
  const own = value as Partial<Settings>
  return { ...own, ...compact({ about: own.about && aboutFrom(own.about, env, mistakeInSettings) }) }
}

/** The message for a mistake in a declaration. */
export function mistakeInSettings({ location, message }: YamlMistake): string {
  return `SVC_CONFORMANCE_RUN: ${location.join('.')} ${message}`
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
