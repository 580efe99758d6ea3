import { Command, Option } from 'commander'
import { formatNames } from '../../../reporters/formats/format-names.ts'
import { trafficFormats } from '../../../suites/harness/traffic/formats/names.ts'
import { type End, running } from '../../exit-codes.ts'
import { choosing, factor } from '../../option-values.ts'
import { withRecording } from '../../target/options.ts'

const REPORT_HELP = `
Examples:
  svc-conformance report out/report.json --format junit --out out/junit.xml
  svc-conformance report out/report.json --format markdown >> "$GITHUB_STEP_SUMMARY"

Exit codes: 0 written, 2 usage, whatever the report concludes.`

export const reportDeclared = (end: End): Command =>
  new Command('report')
    .description('write an earlier report in another format')
    .argument('<report>', 'the report.json of a run')
    .addOption(choosing(new Option('--format <name>', 'the format'), formatNames).makeOptionMandatory())
    .option('--out <file>', 'the output file, instead of standard output')
    .addHelpText('after', REPORT_HELP)
    .action(running(end, async () => (await import('../report/command.ts')).reportCommand))

const DIFF_HELP = `
Examples:
  svc-conformance diff before/report.json out/report.json
  svc-conformance diff before/report.json out/report.json --format markdown --out difference.md

Exit codes, the first that applies: 1 a regression, 3 a requirement is no longer shown, 5 slower responses (with --slower),
0 nothing worse; 2 usage.
Changed observations, new and removed requirements are reported, and do not change the exit code.`

export const diffDeclared = (end: End): Command =>
  new Command('diff')
    .description('compare two reports')
    .argument('<old>', 'the report.json of the earlier run')
    .argument('<new>', 'the report.json of the later run')
    .addOption(choosing(new Option('--format <name>', 'the format'), ['text', 'markdown', 'json']).default('text'))
    .option('--out <file>', 'the output file, instead of standard output')
    .option('--slower <times>', 'report responses that are slower by this factor, such as 2', factor)
    .addHelpText('after', DIFF_HELP)
    .action(running(end, async () => (await import('../diff/command.ts')).diffCommand))

const JUDGE_HELP = `
Examples:
  svc-conformance judge traffic.har
  svc-conformance judge access-*.log --base-url https://gateway.example.com --out traffic.json
  svc-conformance judge traffic.ndjson --target target.yaml --strict

What a file does not hold is not judged; docs/traffic.md lists what each format can show. No result is a certificate.
Exit codes: 0 no must is broken, 1 a must is broken, or with --strict a should, 2 usage, 3 nothing that could be judged.`

export function judgeDeclared(end: End): Command {
  const command = new Command('judge')
    .description('judge recorded traffic of real callers')
    .argument('<files...>', 'HAR, NDJSON, transcripts, access logs as JSON, or spans of OpenTelemetry')
    .addOption(choosing(new Option('--format <name>', 'the format of all files (default: recognized)'), trafficFormats))
    .option('--base-url <url>', 'the gateway, without /v1; requests to others are not judged')
    .option('--target <file>', 'a target file, to judge by its keys and models as well')
    .option('--strict', 'count requirements of level should as well')
    .option('--out <file>', 'write the report as JSON')
    .option('--statement <file>', 'write a statement for gate; needs --out and the base URL')
    .option('--sign-key <file>', 'sign the statement with this ed25519 key (PEM)')
  return withRecording(command)
    .addHelpText('after', JUDGE_HELP)
    .action(running(end, async () => (await import('../judge/command.ts')).judgeCommand))
}
