/** `--revisit`: sends requests again after the run, each time from a new process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { REPORT_FILE } from '../../../reporters/formats/json.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import type { OutputOptions } from '../../ending/outputs.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { TargetOptions } from '../../target/named-target.ts'

export interface Revisiting extends TargetOptions, OutputOptions {
  /** Milliseconds after the run. */
  readonly revisit?: readonly number[]
}

/** @throws UsageError if nothing could be revisited */
export function assertRevisitable({ revisit, certificate, target, baseUrl }: Revisiting): void {
  if (revisit === undefined) return
  if (certificate === undefined) throw new UsageError('--revisit needs --certificate, the file that says it')
  if ((target ?? baseUrl) === undefined)
    throw new UsageError('--revisit needs a target: name it with --base-url or --target')
}

/** @param finished the end of the run. @returns the exit code: that of the first contradiction, else of the last revisit */
export async function revisited(
  { revisit = [], ...options }: Revisiting,
  finished: string,
  { signal, say }: { readonly signal: AbortSignal; readonly say: (line: string) => void },
): Promise<number> {
  let code: number = exitCodes.conformant
  for (const after of revisit.toSorted((one, other) => one - other)) {
    const at = new Date(Date.parse(finished) + after)
    say(`Revisiting the target at ${at.toISOString()}`)
    await sleep(Math.max(0, at.getTime() - Date.now()), undefined, { signal }).catch(() => undefined)
    if (signal.aborted) {
      say('The command was interrupted before this revisit: the certificate does not have it.')
      return exitCodes.incomplete
    }
    code = await inAnotherProcess(argumentsOf(options))
    if (code === exitCodes.nonconformant) return code
  }
  return code
}

function argumentsOf({ certificate = '', target, baseUrl, header = [], out, reporter = [], signKey }: Revisiting) {
  const given = { target, 'base-url': baseUrl, 'sign-key': signKey, report: join(out, REPORT_FILE) }
  return [
    ...['revisit', certificate],
    ...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
    ...header.flatMap((each) => ['--header', each]),
    ...reporter.flatMap((name) => ['--reporter', name]),
  ]
}

/** Runs this command in a new process. A single executable needs no script argument. */
async function inAnotherProcess(args: readonly string[]): Promise<number> {
  const [, script = ''] = process.argv
  const own = script === process.execPath ? [] : [...process.execArgv, script]
  const child = spawn(process.execPath, [...own, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? exitCodes.incomplete
}
