import { Command, Option } from 'commander'
import { trafficFormats } from '../../../suites/harness/traffic/formats/names.ts'
import type { End } from '../../exit-codes.ts'
import { choosing } from '../../option-values.ts'
import { withRecording } from '../../target/options.ts'
import type { JudgeOptions } from './command.ts'

const JUDGE_HELP = `
Examples:
  svc-conformance judge traffic.har
  svc-conformance judge access-*.log --base-url https://gateway.example.com --out traffic.json
  svc-conformance judge traffic.ndjson --target target.yaml --strict

What a file does not hold is not judged; docs/traffic.md lists what each format can show.
Exit codes: 0 nothing broken, 1 a requirement is broken, 2 usage, 3 nothing that could be judged. No result is a certificate.`

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
    .action(async (files: readonly string[], options: JudgeOptions) => {
      const { judgeCommand } = await import('./command.ts')
      end(await judgeCommand(files, options))
    })
}
