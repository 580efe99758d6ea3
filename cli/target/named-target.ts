/** The target that options name, for every command that needs one. */
import type { Depth, Profile } from '../../suites/harness/catalogue/profiles.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { harnessVersion } from '../../suites/harness/catalogue/version.ts'
import { compact } from '../../suites/harness/http/compact.ts'
import { rememberSecrets } from '../../suites/harness/http/redact.ts'
import { type About, aboutFrom, aboutWith } from '../../suites/harness/target/declared/about.ts'
import type { Environment } from '../../suites/harness/target/environment.ts'
import type { TargetLimits } from '../../suites/harness/target/limits.ts'
import { type GivenHeader, identifyingAgent, secretsOfHeaders } from '../../suites/harness/target/network.ts'
import type { Target } from '../../suites/harness/target/target.ts'
import { loadTarget, RESERVED, targetFromFlags } from '../../suites/harness/target/target-file.ts'
import type { YamlMistake } from '../../suites/harness/target/yaml/source.ts'

/** Limits on the command line, which override those of a target file. */
interface LimitOptions {
  readonly rate?: number
  readonly concurrency?: number
  /** An alias of `concurrency`. */
  readonly workers?: number
  /** Milliseconds per request. */
  readonly timeout?: number
  readonly requests?: number
}

export interface TargetOptions extends LimitOptions {
  readonly baseUrl?: string
  readonly target?: string
  readonly header?: readonly string[]
  readonly identify?: boolean
  /** `NAME=VALUE` declarations about the target; only `run` has them. */
  readonly about?: readonly string[]
}

/** What to run: the profile, a selection of its checks, and how thoroughly. */
export interface ExtentOptions {
  readonly profile?: Profile
  readonly set?: string
  readonly suite?: readonly string[]
  readonly requirement?: readonly string[]
  readonly check?: readonly string[]
  readonly seed?: number
  readonly runs?: number
  readonly depth?: Depth
}

/** The named target; undefined if none is named. @throws UsageError */
export function targetNamed(options: TargetOptions): Target | undefined {
  const { baseUrl, target } = options
  if (baseUrl !== undefined && target !== undefined)
    throw new UsageError('--base-url and --target are mutually exclusive: a target file has its own base_url')
  const overridden = overriding(options)
  if (target !== undefined) return overridden(loadTarget(target, process.env))
  return baseUrl === undefined ? undefined : overridden(targetFromFlags({ baseUrl, env: process.env }))
}

/** Adds command-line options to a target. @throws UsageError at once, not when the returned function is called */
export function overriding(options: TargetOptions): (target: Target) => Target {
  const headers = givenHeaders(options.header ?? [], process.env)
  const agent = options.identify ? identifyingAgent(harnessVersion) : undefined
  const limits = limitsOf(options)
  const declaring = aboutOfFlags(options.about ?? [], process.env)
  return (target) => ({
    ...target,
    ...compact({ about: declaring(target.about) }),
    network: { ...target.network, ...compact({ headers: headers.length > 0 ? headers : undefined, agent }) },
    limits: { ...target.limits, ...limits },
  })
}

function limitsOf({ rate, concurrency, workers, timeout, requests }: LimitOptions): Partial<TargetLimits> {
  if (concurrency !== undefined && workers !== undefined)
    throw new UsageError('--workers is an alias of --concurrency; give only one of them')
  return compact({ rate, concurrency: concurrency ?? workers, timeout, requests })
}

const twiceIn = (names: readonly string[]): string | undefined => names.find((name, at) => names.indexOf(name) < at)

const LABELS = 'labels.'

const describe = ({ location, message }: YamlMistake): string => `--about ${location.slice(1).join('.')}: ${message}`

/**
 * Reads `NAME=VALUE` texts. @returns a function that adds them to the declarations of a target
 * @throws UsageError at once, and from the function if both together are invalid
 */
function aboutOfFlags(texts: readonly string[], env: Environment): (own: About | undefined) => About | undefined {
  if (texts.length === 0) return (own) => own
  const entries = texts.map(entryIn)
  const names = entries.map(([name]) => name)
  const twice = twiceIn(names)
  if (twice !== undefined) throw new UsageError(`--about ${twice}: given twice; give it once`)
  const isLabel = ([name]: readonly [string, string]): boolean => name.startsWith(LABELS)
  const labels = entries.filter(isLabel).map(([name, value]) => [name.slice(LABELS.length), value])
  const about = aboutFrom(
    {
      ...Object.fromEntries(entries.filter((entry) => !isLabel(entry))),
      ...(labels.length > 0 ? { labels: Object.fromEntries(labels) } : {}),
    },
    env,
    describe,
  )
  return (own) => aboutWith(own, about, describe)
}

function entryIn(text: string): readonly [name: string, value: string] {
  const cut = text.indexOf('=')
  if (cut > 0) return [text.slice(0, cut).trim(), text.slice(cut + 1).trim()]
  throw new UsageError('--about: expected NAME=VALUE, such as version=1.4.2 or labels.team=edge')
}

/** Headers that users cannot set, because checks vary or judge them. */
const VARIED = ['accept', 'accept-encoding', 'content-encoding', 'content-type', 'x-svc-request-id']

/** Accepted header names; `variableFor` replaces `.` and `-`, which shell variables cannot have. */
const NAME = /^[A-Za-z][\w.-]*$/
/** Valid characters of a header value. */
const VALUE = /^[\t\x20-\x7e]+$/
const REFERENCE = /\$\{([A-Za-z_]\w*)\}/g

/** Reads `Name: value` texts. `${NAME}` in a value reads the environment. @throws UsageError */
function givenHeaders(texts: readonly string[], env: Environment): GivenHeader[] {
  const headers = texts.map((text) => givenHeader(text, env))
  const names = headers.map(({ name }) => name.toLowerCase())
  const twice = twiceIn(names)
  if (twice !== undefined) throw new UsageError(`--header ${twice}: given twice; write both values into one`)
  rememberSecrets(secretsOfHeaders(headers))
  return headers
}

function givenHeader(text: string, env: Environment): GivenHeader {
  const cut = text.indexOf(':')
  const name = text.slice(0, Math.max(cut, 0)).trim()
  if (!NAME.test(name)) throw new UsageError("--header: expected 'name: value', such as 'x-front-door: ${NAME}'")
  const refuse = (why: string): UsageError => new UsageError(`--header ${name}: ${why}`)
  const why = faultOfName(name.toLowerCase())
  if (why !== undefined) throw refuse(why)
  const written = text.slice(cut + 1).trim()
  const value = written.replaceAll(REFERENCE, (_, variable: string) => {
    const found = env[variable]
    if (found === undefined || found === '')
      throw refuse(`needs the environment variable ${variable}, which is ${found === undefined ? 'not set' : 'empty'}`)
    return found
  })
  if (value === '')
    throw refuse('has no value; write it after the colon, or as ${NAME} to read it from the environment')
  if (!VALUE.test(value)) throw refuse('has a value that is invalid in a header; copy only the complete value')
  const [, variable = variableFor(name)] = /^\$\{(\w+)\}$/.exec(written) ?? []
  return { name, value, variable }
}

/** Why a header cannot be given; undefined if it can. */
function faultOfName(name: string): string | undefined {
  if (name === 'authorization')
    return 'is set by the harness; the key comes from SVC_CONFORMANCE_KEY or from a target file'
  if (name === 'proxy-authorization') return 'belongs to the proxy; write user and password into its URL'
  if (RESERVED.includes(name)) return 'is set by the harness; choose another header'
  return VARIED.includes(name) ? 'is set by the checks; choose another header' : undefined
}

/** The environment variable that replaces a literal value in printed commands. */
const variableFor = (name: string): string => `SVC_CONFORMANCE_HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}`
