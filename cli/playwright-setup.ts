/**
 * Playwright's global set-up: a target that cannot be used, or a folder with a file of somebody else in the way, ends the
 * run here, once, and not in every test; where no target is named, the mock is started and the workers are told where it is.
 * They are told as well when the run has begun: by that moment all of them score, also those that start after midnight.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { inTheWay, removeEarlier, reportPaths } from '../reporters/formats/earlier-files.ts'
import { UsageError } from '../suites/harness/catalogue/usage-error.ts'
import { type Settings, settingsFrom } from '../suites/playwright/settings.ts'
import { STARTED } from '../suites/playwright/started.ts'
import { MOCK_TARGET, targetOf } from '../suites/playwright/target.ts'
import { selfHosted } from './self-hosted.ts'

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const settings = settingsFrom(process.env)
  makeRoom(settings)
  process.env[STARTED] = new Date().toISOString()
  if (settings.target !== undefined || settings.baseUrl !== undefined) {
    targetOf(settings, process.env)
    return undefined
  }
  const { text, close } = await selfHosted()
  const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-'))
  const path = join(folder, 'mock-target.yaml')
  writeFileSync(path, text)
  process.env[MOCK_TARGET] = path
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await close()
  }
}

/** Whatever becomes of this run, no report of another one is taken for its own. @throws UsageError */
function makeRoom({ out, baseline }: Settings): void {
  const paths = reportPaths(out)
  const other = inTheWay(paths, out)
  if (other !== undefined) throw new UsageError(`${other} as out in SVC_CONFORMANCE_RUN`)
  // A baseline is read at the end, and is often the report of the last run.
  if (baseline === undefined || dirname(resolve(baseline)) !== out) removeEarlier(paths, out)
}
