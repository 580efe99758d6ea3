/** The harness that the rows run with: that of this tree, or another version beside it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { certify } from '../../suites/harness/run/certify.ts'
import type { Check } from '../../suites/harness/run/check.ts'
import { allChecks } from '../../suites/index.ts'

export interface Harness {
  readonly certify: typeof certify
  readonly checks: readonly Check[]
}

export const ownHarness: Harness = { certify, checks: allChecks }

/** The harness of another version, by the doors that it publishes. @param folder a checkout, or an unpacked package */
export async function harnessIn(folder: string): Promise<Harness> {
  const isCheckout = existsSync(join(folder, 'suites/index.ts'))
  const doorOf = (door: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, isCheckout ? `${door}.ts` : `dist/${door}.js`)).href)
  const { allChecks: checks } = (await doorOf('suites/index')) as { allChecks: readonly Check[] }
  const { certify: run } = (await doorOf('suites/harness/index')) as { certify: typeof certify }
  return { certify: run, checks }
}
