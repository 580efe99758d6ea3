import { Command, Option } from 'commander'
import { formatNames } from '../../../reporters/formats/format-names.ts'
import type { End } from '../../exit-codes.ts'
import { duration, oneOf, repeated, spans, wholeNumber } from '../../option-values.ts'
import { withExtent, withLimits, withTarget } from '../../target/options.ts'
import type { RunOptions } from './command.ts'

const RUN_HELP = `
Keys come from the environment or from the target file, never from the command line:
  SVC_CONFORMANCE_KEY   the key for --base-url

Examples:
  svc-conformance run                                  certify the reference mock, in this process
  SVC_CONFORMANCE_KEY=… svc-conformance run --base-url https://gateway.example.com
  svc-conformance run --target target.yaml --profile full --out out
  svc-conformance run --target target.yaml --requirement request-top-p,request-closed

Exit codes: 0 conformant, or nothing new with --baseline, 1 nonconformant, or a waiver is stale or expired, 2 usage, 3 incomplete, 4 the harness itself failed, 5 all that was selected holds.`

export function runDeclared(end: End): Command {
  return withExtent(withLimits(withTarget(new Command('run'))), 'core; full for the mock')
    .description('certify a target; without --base-url and --target, the reference mock')
    .option(
      '--about <declaration>',
      'describes the target in the report, as NAME=VALUE: contract, product, vendor, version, revision, image, environment, contact or labels.NAME; may be repeated',
      repeated,
    )
    .option('--failed [report]', 'only what did not hold in the last run (default: the report in --out)')
    .optionsGroup('Files:')
    .option('--out <folder>', 'where report.json goes', 'out')
    .option('--reporter <names>', `other formats to write there: ${formatNames.join(', ')}`, oneOf(formatNames))
    .option('--transcript <file>', 'write every exchange without loss')
    .optionsGroup('Certificate:')
    .option('--certificate <file>', 'write a certificate of a conformant run, and the transcript next to the report')
    .option('--test-result <file>', 'write the outcome as a test result of in-toto, also of a run that failed')
    .option('--sign-key <file>', 'sign the certificate and the test result with this ed25519 key (PEM)')
    .option('--valid-for <days>', 'the days until the certificate expires (default: 90)', wholeNumber(1, 3650))
    .option('--revisit <times>', 'ask again as an ordinary client, this long after the run, such as 10m,1h', spans)
    .optionsGroup('Verdict:')
    .option('--baseline <file>', 'known failures: an earlier report.json, or a list of requirement ids')
    .option('--waivers <file>', 'a file of waivers, for a target without a target file')
    .addOption(
      new Option('--challenge <nonce>', 'derive the seed from this nonce of a verifier and the base URL').conflicts(
        'seed',
      ),
    )
    .option('--strict', 'warnings make the target nonconformant', false)
    .option('--fail-fast', 'end the run at the first failure')
    .optionsGroup('Repeating and output:')
    .option(
      '--repeat <times>',
      'repeat the run until something does not hold, at most this many times',
      wholeNumber(1, 1000),
    )
    .option('--wait <time>', 'wait this long for a target to start, such as 60 or 2m', duration(1000, 3_600_000))
    .addOption(
      new Option(
        '--watch',
        'after a failed run, ask again for one cause after another until it is fixed, and then certify again',
      ).conflicts(['repeat', 'quiet', 'failFast', 'certificate', 'testResult', 'revisit']),
    )
    .option('--open', 'show the page of the report in the browser')
    .addOption(new Option('--quiet', 'print the verdict and nothing else').conflicts('verbose'))
    .option('--verbose', 'print all details of the verdicts')
    .addHelpText('after', RUN_HELP)
    .action(async (options: RunOptions) => {
      const { runCommand } = await import('./command.ts')
      end(await runCommand(options))
    })
}
