/** The target that options name, for every command that needs one. */
import type { Depth, Profile } from '../../suites/harness/catalogue/profiles.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { harnessVersion } from '../../suites/harness/catalogue/version.ts'
import { compact } from '../../suites/harness/http/compact.ts'
import type { TargetLimits } from '../../suites/harness/target/limits.ts'
import { identifyingAgent } from '../../suites/harness/target/network.ts'
import type { Target } from '../../suites/harness/target/target.ts'
import { loadTarget, targetFromFlags } from '../../suites/harness/target/target-file.ts'
import { aboutOfFlags } from './about-flags.ts'
import { givenHeaders } from './given-headers.ts'

/** Limits on the command line, which override those of a target file. */
export interface LimitOptions {
  readonly rate?: number
  readonly concurrency?: number
  /** Another name of `concurrency`. */
  readonly workers?: number
  /** Milliseconds. */
  readonly timeout?: number
  readonly requests?: number
}

export interface TargetOptions extends LimitOptions {
  readonly baseUrl?: string
  readonly target?: string
  readonly header?: readonly string[]
  readonly identify?: boolean
  /** The description of the target; only `run` has it. */
  readonly about?: readonly string[]
}

/** Which part of what is run, and how. */
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

/** Adds the options of the command line to any target. @throws UsageError at once, not only when it is used */
export function overriding(options: TargetOptions): (target: Target) => Target {
  const headers = givenHeaders(options.header ?? [], process.env)
  const agent = options.identify ? identifyingAgent(harnessVersion) : undefined
  const limits = limitsOf(options)
  const aboutWith = aboutOfFlags(options.about ?? [], process.env)
  return (target) => ({
    ...target,
    ...compact({ about: aboutWith(target.about) }),
    network: { ...target.network, ...compact({ headers: headers.length > 0 ? headers : undefined, agent }) },
    limits: { ...target.limits, ...limits },
  })
}

function limitsOf({ rate, concurrency, workers, timeout, requests }: LimitOptions): Partial<TargetLimits> {
  if (concurrency !== undefined && workers !== undefined)
    throw new UsageError('--workers is an alias of --concurrency; give only one of them')
  return compact({ rate, concurrency: concurrency ?? workers, timeout, requests })
}
