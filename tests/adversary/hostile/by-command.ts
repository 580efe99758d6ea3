/** One run of the command against a hostile target, as users start it: in a process that is measured as a whole. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../../suites/harness/report/report.ts'
import { folder as newFolder } from '../../cli/command.ts'
import { reportIn } from '../../cli/files.ts'
import { type Ended, endOf } from '../../integration/drivers/child.ts'
import type { Arena } from './arena.ts'
import { type Attack, shownIn, traces } from './attack.ts'
import type { Hostile } from './targets/index.ts'
import { KEY } from './targets/responses.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Members of `limits` in a target file. */
export type GivenLimits = Readonly<Record<string, string | number>>

/** @param limits absent for the default limits */
export async function attackByCommand(target: Hostile, arena: Arena, limits?: GivenLimits): Promise<Attack> {
  const url = await arena.start(target.name)
  const folder = newFolder()
  const [file, peak, out] = ['target.json', 'peak', 'out'].map((name) => join(folder, name)) as [string, string, string]
  const http2 = target.http2 ? { http2: true } : {}
  writeFileSync(file, JSON.stringify({ base_url: url, ...http2, keys: { valid: '${HOSTILE_KEY}' }, limits }))
  const started = performance.now()
  const said = await run(['run', '--target', file, '--out', out], { PEAK_MEMORY: peak, HOSTILE_KEY: KEY })
  const took = performance.now() - started
  const left = existsSync(out) ? readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8')) : []
  const report = reportIn(out)
  const memory = Math.round(Number(readFileSync(peak, 'utf8')) / 1024)
  rmSync(folder, { recursive: true })
  return {
    ...shownIn(report, target),
    exit: said.code ?? -1,
    took,
    accused: accusedIn(report),
    leaks: traces().filter((trace) => [said.out, ...left].some((piece) => piece.includes(trace))),
    strayed: await arena.stop(),
    memory,
  }
}

/** Requirements that fail because of an incomplete response. */
export function accusedIn({ requirements, exchanges }: Pick<Report, 'requirements' | 'exchanges'>): string[] {
  const late = new Set(exchanges.flatMap(({ id, failure }) => (failure === undefined ? [] : [id])))
  return requirements.flatMap(({ id, verdict, findings }) =>
    verdict === 'fail' &&
    findings.some(({ outcome, exchanges = [] }) => outcome === 'fail' && exchanges.some((one) => late.has(one)))
      ? [id]
      : [],
  )
}

function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', at('peak-memory.ts'), at('../../../cli/main.ts'), ...args], {
    env: { PATH: process.env.PATH ?? '', SVC_CONFORMANCE_SEED: '1', ...env },
  })
  return endOf(child)
}
