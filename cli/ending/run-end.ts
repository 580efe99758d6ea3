/** The end of a run, with any driver: its files, its summary, its exit code. */
import type { Detail } from '../../reporters/terminal/detail.ts'
import { paintFor } from '../../reporters/terminal/paint.ts'
import { summaryOf } from '../../reporters/terminal/terminal.ts'
import { compact } from '../../suites/harness/http/compact.ts'
import { reportOf } from '../../suites/harness/report/report.ts'
import { exitCodeOf, exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'
import type { Finished, Outputs } from './outputs.ts'

export interface EndedRun extends Omit<Finished, 'report'> {
  readonly outputs: Outputs
  readonly detail?: Detail
  readonly interrupted: boolean
}

/** Writes the files before it prints the verdict. */
export function endRun({ outputs, detail, interrupted, ...run }: EndedRun) {
  const report = reportOf(run.result, run.options)
  const written = outputs.write({ ...run, report })
  const paint = paintFor(process.stdout, process.env)
  print(
    summaryOf(report, {
      paint,
      columns: process.stdout.columns,
      written,
      command: run.options.command,
      ...compact({ detail }),
    }),
  )
  return { report, code: interrupted ? exitCodes.incomplete : exitCodeOf(report) }
}
