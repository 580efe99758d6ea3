import { Command, Option } from 'commander'
import { formatNames } from '../../../reporters/formats/format-names.ts'
import type { End } from '../../exit-codes.ts'
import { choosing } from '../../option-values.ts'
import type { ReportCommandOptions } from './command.ts'

const REPORT_HELP = `
Examples:
  svc-conformance report out/report.json --format junit --out out/junit.xml
  svc-conformance report out/report.json --format markdown >> "$GITHUB_STEP_SUMMARY"

Exit codes: 0 written, 2 usage, whatever the report concludes.`

export function reportDeclared(end: End): Command {
  return new Command('report')
    .description('write an earlier report in another format')
    .argument('<report>', 'the report.json of a run')
    .addOption(choosing(new Option('--format <name>', 'the format'), formatNames).makeOptionMandatory())
    .option('--out <file>', 'the output file, instead of standard output')
    .addHelpText('after', REPORT_HELP)
    .action(async (report: string, options: ReportCommandOptions) => {
      const { reportCommand } = await import('./command.ts')
      end(reportCommand(report, options))
    })
}
