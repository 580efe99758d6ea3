/** The end of a run under Playwright, or of all its shards: the same files, summary and exit codes as those of `run`. */
import { type FormatName, formatNames } from '../../reporters/formats/format-names.ts'
import { hintFor } from '../../suites/harness/catalogue/nearest.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { loadBaseline } from '../../suites/harness/report/baseline-file.ts'
import { type Ending, finish } from '../../suites/playwright/merge.ts'
import { settingsFrom } from '../../suites/playwright/settings.ts'
import type { Part } from '../../suites/playwright/shards.ts'
import { exitCodes } from '../exit-codes.ts'
import { printAside } from '../output.ts'
import { type OutputOptions, Outputs } from './outputs.ts'
import { endRun } from './run-end.ts'

/** The files of a run under Playwright. @throws UsageError if they cannot be written */
export function outputsOf({
  reporter,
  ...settings
}: Omit<OutputOptions, 'reporter'> & { readonly reporter?: readonly string[] }): Outputs {
  const unknown = reporter?.find((name) => !(formatNames as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new UsageError(`reporter in SVC_CONFORMANCE_RUN: there is no '${unknown}'; ${hintFor(unknown, formatNames)}`)
  const named = { ...settings, ...(reporter ? { reporter: reporter as FormatName[] } : {}) }
  return new Outputs(named, (option) => `${option} in SVC_CONFORMANCE_RUN`)
}

/**
 * @param ids of the checks that Playwright was to run
 * @returns the exit code
 * @throws UsageError if the settings are invalid, or the shards are not of one run
 */
export function endPlaywright(parts: readonly Part[], ids: readonly string[], ending: Ending): number {
  const settings = settingsFrom(process.env)
  const baseline = settings.baseline === undefined ? undefined : loadBaseline(settings.baseline)
  const outputs = outputsOf(settings)
  outputs.begin()
  const run = finish(parts, ids, ending, baseline)
  if (run) return endRun({ ...run, outputs, interrupted: ending.interrupted }).code
  printAside('svc-conformance: no check ran, so there is no report\n')
  return exitCodes.incomplete
}
