/** The end of a run under Playwright, or of all its shards: the same files, summary and exit codes as those of `run`. */
import { isDeepStrictEqual } from 'node:util'
import { type FormatName, formatNames } from '../../reporters/formats/format-names.ts'
import { hintFor } from '../../suites/harness/catalogue/nearest.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { loadBaseline } from '../../suites/harness/report/baseline-file.ts'
import { names } from '../../suites/harness/text/names.ts'
import { type Ending, finish } from '../../suites/playwright/merge.ts'
import { type Settings, settingsFrom } from '../../suites/playwright/settings.ts'
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

/** Settings that decide what was run; a merge cannot change them. */
const OF_RUN = names('baseUrl target profile set suites requirements seed challenge runs depth strict')

/** @throws UsageError if a merge sets something else than its shards had */
function assertOfRun(settings: Settings, ran: Settings): void {
  const given = Object.keys(JSON.parse(process.env.SVC_CONFORMANCE_RUN ?? '{}') as object)
  const other = OF_RUN.find((name) => given.includes(name) && !isDeepStrictEqual(settings[name], ran[name]))
  if (other === undefined) return
  throw new UsageError(`SVC_CONFORMANCE_RUN: ${other} is not that of the run whose blobs are merged; leave it out`)
}

/**
 * @param ids of the checks that Playwright was to run
 * @returns the exit code
 * @throws UsageError if the settings are invalid, or the shards are not of one run
 */
export function endPlaywright(parts: readonly Part[], ids: readonly string[], ending: Ending): number {
  const settings = settingsFrom(process.env)
  if (parts[0]) assertOfRun(settings, parts[0].settings)
  const baseline = settings.baseline === undefined ? undefined : loadBaseline(settings.baseline)
  const outputs = outputsOf(settings)
  outputs.begin()
  const run = finish(parts, ids, ending, baseline)
  if (run) return endRun({ ...run, outputs, interrupted: ending.interrupted }).code
  printAside('svc-conformance: no check ran, so there is no report\n')
  return exitCodes.incomplete
}
