/** The target that options name, for every command that needs one. */
import { UsageError } from '../suites/harness/catalogue/usage-error.ts'
import type { Target } from '../suites/harness/target/target.ts'
import { loadTarget, targetFromFlags } from '../suites/harness/target/target-file.ts'

export interface TargetOptions {
  readonly baseUrl?: string
  readonly target?: string
}

/** The named target; undefined where none is named. @throws UsageError */
export function targetNamed({ baseUrl, target }: TargetOptions): Target | undefined {
  if (baseUrl !== undefined && target !== undefined)
    throw new UsageError('--base-url and --target exclude each other: a target file has its own base_url')
  if (target !== undefined) return loadTarget(target, process.env)
  return baseUrl === undefined ? undefined : targetFromFlags({ baseUrl, env: process.env })
}
