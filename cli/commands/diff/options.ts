import { Command, Option } from 'commander'
import type { End } from '../../exit-codes.ts'
import { choosing, factor } from '../../option-values.ts'
import type { DiffOptions } from './command.ts'

const DIFF_HELP = `
Examples:
  svc-conformance diff before/report.json out/report.json
  svc-conformance diff before/report.json out/report.json --format markdown --out difference.md

Exit codes, the first that applies: 1 a regression, 3 a requirement is no longer shown, 5 slower responses (with --slower),
0 nothing worse; 2 usage.
Changed observations, new and removed requirements are reported, and do not change the exit code.`

export function diffDeclared(end: End): Command {
  return new Command('diff')
    .description('compare two reports')
    .argument('<old>', 'the report.json of the earlier run')
    .argument('<new>', 'the report.json of the later run')
    .addOption(choosing(new Option('--format <name>', 'the format'), ['text', 'markdown', 'json']).default('text'))
    .option('--out <file>', 'the output file, instead of standard output')
    .option('--slower <times>', 'report responses that are slower by this factor, such as 2', factor)
    .addHelpText('after', DIFF_HELP)
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { diffCommand } = await import('./command.ts')
      end(diffCommand(before, after, options))
    })
}
