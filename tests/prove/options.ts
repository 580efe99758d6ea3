/** Parses the command line of the matrix. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { allChecks } from '../../suites/index.ts'
import type { Job, Kind } from './jobs.ts'

export interface Part {
  readonly number: number
  readonly of: number
}

export interface Options {
  /** Names of rows by kind, where `*` matches anything. Without patterns, every row is chosen. */
  readonly patterns: Readonly<Partial<Record<Kind, readonly string[] | undefined>>>
  readonly without: readonly string[]
  readonly processes: number
  /** Write nothing. */
  readonly check: boolean
  readonly part: Part | undefined
  /** Runs the profile core as well, against the faults that it promises to find. */
  readonly core: boolean
  /** The version that this one is compared with. */
  readonly compare: string | undefined
}

/** A mistake on the command line. */
export class UsageError extends Error {}

function partOf(text: string | undefined): Part | undefined {
  if (text === undefined) return undefined
  const [, number = '', of = ''] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? []
  if (number === '' || Number(number) > Number(of)) throw new UsageError(`--part ${text}: write such a thing as 2/3`)
  return { number: Number(number), of: Number(of) }
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      fault: { type: 'string', multiple: true },
      variant: { type: 'string', multiple: true },
      null: { type: 'string', multiple: true },
      second: { type: 'string', multiple: true },
      without: { type: 'string', multiple: true },
      processes: { type: 'string' },
      check: { type: 'boolean', default: false },
      part: { type: 'string' },
      profile: { type: 'string', default: 'full' },
      compare: { type: 'string' },
    },
  })
  if (values.profile !== 'core' && values.profile !== 'full')
    throw new UsageError(`--profile ${values.profile}: it is core, for both profiles, or full`)
  const unknown = (values.without ?? []).filter((id) => !allChecks.some((check) => check.id === id))
  if (unknown.length > 0) throw new UsageError(`there is no check ${unknown.join(', ')}`)
  return {
    patterns: {
      fault: values.fault,
      variant: values.variant,
      null: values.null,
      'red-team fault': values.second,
      'red-team variant': values.second,
    },
    without: values.without ?? [],
    processes: Number(values.processes ?? availableParallelism()),
    check: values.check,
    part: partOf(values.part),
    core: values.profile === 'core',
    compare: values.compare,
  }
}

function matches(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(name)
}

/** The rows to run: those with matching names, and of them every n-th if only a part should run. */
export function chosenJobs(jobs: readonly Job[], { patterns, part, core }: Options): Job[] {
  const everything = Object.values(patterns).every((list) => list === undefined)
  return jobs
    .filter((_, at) => !part || at % part.of === part.number - 1)
    .filter(({ kind, name }) => everything || patterns[kind]?.some((pattern) => matches(name, pattern)))
    .map((job) => (core ? { ...job, core } : job))
}
