/** The command that repeats a run, for the replay lines of its report. It has no secret. */
import type { Profile } from '../../../suites/harness/catalogue/profiles.ts'
import { shellWord } from '../../../suites/harness/http/shell.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { PROGRAM } from '../../../suites/harness/text/program-name.ts'
import type { TargetOptions } from '../../target/named-target.ts'

/** The options to repeat. The report adds the filter, seed, number of runs and depth. */
export interface Repeated extends TargetOptions {
  readonly profile?: Profile
  readonly set?: string
  readonly strict: boolean
}

/** Of `--about`, only the contract is included, because other declarations do not change requests. */
export function commandLine(options: Repeated, { network }: Target): string {
  const { baseUrl, target, profile, set, strict, requests, rate, timeout, about = [] } = options
  const headers = (network?.headers ?? []).map(({ name, variable }) => `${name}: \${${variable}}`)
  const given: readonly (readonly [flag: string, value: string | number | undefined])[] = [
    ['--base-url', baseUrl],
    ['--target', target],
    ...headers.map((header) => ['--header', header] as const),
    ...about.filter((each) => /^\s*contract\s*=/.test(each)).map((each) => ['--about', each] as const),
    ['--profile', profile],
    ['--set', set],
    ['--requests', requests],
    ['--rate', rate],
    ['--concurrency', options.concurrency ?? options.workers],
    ['--timeout', timeout === undefined ? undefined : `${timeout}ms`],
  ]
  return [
    `${PROGRAM} run`,
    ...given.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${shellWord(String(value))}`])),
    ...(options.identify ? ['--identify'] : []),
    ...(strict ? ['--strict'] : []),
  ].join(' ')
}
