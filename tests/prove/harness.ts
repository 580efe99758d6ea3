/** The harness that runs the rows: that of this tree, or another version. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compact } from '../../suites/harness/http/compact.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import type { Check } from '../../suites/harness/run/check.ts'
import { ourScoring } from '../../suites/harness/sets/scoring.ts'
import { allChecks } from '../../suites/index.ts'

export interface Harness {
  readonly certify: typeof certify
  readonly checks: readonly Check[]
  /** Absent in a version without sets, in which everything counts. */
  readonly scoringFor?: typeof ourScoring
}

export const ownHarness: Required<Harness> = { certify, checks: allChecks, scoringFor: ourScoring }

/** A set, and the time at which it scores, as text that fits into an environment variable. */
export interface Judging {
  readonly set: string
  readonly at: string
}

/** A harness that scores by a set. In the matrix everything counts, so that newer checks must find faults, too. */
export function judgingBy(harness: Harness, { set, at }: Judging): Harness {
  const scoring = harness.scoringFor?.(set, new Date(at))
  return scoring ? { ...harness, certify: (options) => harness.certify({ ...options, scoring }) } : harness
}

/** The harness of another version, from its public modules. @param folder a checkout, or an unpacked package */
export async function harnessIn(folder: string): Promise<Harness> {
  const isCheckout = existsSync(join(folder, 'suites/index.ts'))
  const doorOf = (door: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, isCheckout ? `${door}.ts` : `dist/${door}.js`)).href)
  const { allChecks: checks } = (await doorOf('suites/index')) as { allChecks: readonly Check[] }
  const { certify: run, scoringFor } = (await doorOf('suites/harness/index')) as Pick<Harness, 'certify' | 'scoringFor'>
  return { certify: run, checks, ...compact({ scoringFor }) }
}
