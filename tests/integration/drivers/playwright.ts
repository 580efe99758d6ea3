/** Runs the checks under Playwright, as `npx playwright test` does, and merges the blobs of shards. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../../suites/harness/report/report.ts'
import { reportIn } from '../../cli/files.ts'
import { compileCache } from '../../compile-cache.ts'
import { endOf } from './child.ts'

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly output: string
  readonly report: () => Report
}

async function ran(out: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: root,
    env: {
      ...compileCache,
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      SVC_CONFORMANCE_SEED: '20261121',
      ...env,
    },
  })
  const { code, out: output } = await endOf(child)
  return { code, output, report: () => reportIn(out) }
}

/** For runs in which the number of workers does not matter, since each worker takes seconds to start. */
export const ONE_WORKER = ['--workers', '1'] as const

export function playwright(
  out: string,
  settings: object,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Ran> {
  return ran(out, ['test', ...args], { SVC_CONFORMANCE_RUN: JSON.stringify({ out, ...settings }), ...env })
}

/** Runs a shard such as `1/2`, and writes `shard-1.zip` to the folder. */
export function shard(
  which: `${number}/${number}`,
  blobs: string,
  settings: object,
  args: readonly string[] = [],
  own: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const name = `shard-${which.split('/')[0]}.zip`
  const env = { ...own, PLAYWRIGHT_BLOB_OUTPUT_FILE: join(blobs, name) }
  return playwright(join(blobs, '..', 'work'), settings, env, [`--shard=${which}`, '--reporter=blob', ...args])
}

/** Merges the blobs of a folder, with no settings of the run other than those given. */
export function merge(blobs: string, out: string, settings: object = {}): Promise<Ran> {
  const env = { SVC_CONFORMANCE_RUN: JSON.stringify({ out, ...settings }) }
  return ran(out, ['merge-reports', '-c', 'playwright.config.ts', blobs], env)
}
