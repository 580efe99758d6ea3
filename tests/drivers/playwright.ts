/** Runs the checks under Playwright, as `npx playwright test` does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../suites/harness/report.ts'

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly output: string
  readonly report: () => Report
}

export async function playwright(
  out: string,
  settings: object,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Ran> {
  const child = spawn(process.execPath, [cli, 'test', ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      SVC_CONFORMANCE_RUN: JSON.stringify({ out, ...settings }),
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, report: () => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report }
}
