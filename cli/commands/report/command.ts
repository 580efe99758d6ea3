/** `svc-conformance report`: an earlier report in another format. */
import type { FormatName } from '../../../reporters/formats/format-names.ts'
import { formats } from '../../../reporters/formats/formats.ts'
import { exitCodes } from '../../exit-codes.ts'
import { assertApart, writeNamed } from '../../files.ts'
import { readReport } from '../../report-file.ts'

export interface ReportCommandOptions {
  readonly format: FormatName
  readonly out?: string
}

/** Converts a report. The exit code does not depend on its conclusion. */
export function reportCommand(path: string, { format, out }: ReportCommandOptions): number {
  assertApart([out], [path])
  const text = formats[format](readReport(path))
  if (out === undefined) process.stdout.write(text)
  else writeNamed(out, text)
  return exitCodes.conformant
}
