import { Command, Option } from 'commander'
import { formatNames } from '../../../reporters/formats/format-names.ts'
import { profiles } from '../../../suites/harness/catalogue/profiles.ts'
import { type End, running } from '../../exit-codes.ts'
import { choosing, duration, oneOf, repeated, spans, wholeNumber } from '../../option-values.ts'
import { withExtent, withLimits, withTarget } from '../../target/options.ts'
import type { InitOptions } from '../init/command.ts'

const INIT_HELP = `
On a terminal, it asks for missing options. It never asks for a key: the file only names the variable that holds it.

Examples:
  svc-conformance init
  svc-conformance init --base-url https://gateway.example.com --key-env SVC_KEY
  svc-conformance init --base-url https://gateway.example.com --key-env SVC_KEY --profile full --out staging.yaml

Exit codes: 0 written, 2 usage.`

export const initDeclared = (end: End): Command =>
  new Command('init')
    .description('write a target file with comments')
    .option('--out <file>', 'the file to write', 'target.yaml')
    .option('--base-url <url>', 'the gateway, without /v1')
    .option('--key-env <name>', 'the environment variable that holds the key')
    .addOption(choosing(new Option('--profile <name>', 'the profile that the file is for'), profiles).default('core'))
    .option('--force', 'overwrite an existing file', false)
    .addHelpText('after', INIT_HELP)
    .action(async (options: InitOptions) => {
      const { initCommand } = await import('../init/command.ts')
      end(await initCommand(options, process))
    })

const DOCTOR_HELP = `
It sends at most 8 requests, one of them a completion and one a stream. With --target, it sends at most 50 more: they
check the other keys and models, and the states.

Examples:
  SVC_CONFORMANCE_KEY=… svc-conformance doctor --base-url https://gateway.example.com
  svc-conformance doctor --target target.yaml
  svc-conformance doctor --target target.yaml --json

Exit codes: 0 no problem would stop a run, 2 usage, 3 there are problems, each with its fix.`

export const doctorDeclared = (end: End): Command =>
  withTarget(new Command('doctor'))
    .description('check with a few requests what would stop a run: address, TLS, key, catalog, proxies')
    .option('--json', 'print JSON', false)
    .addHelpText('after', DOCTOR_HELP)
    .action(running(end, async () => (await import('../doctor/command.ts')).doctorCommand))

const PLAN_HELP = `
Examples:
  SVC_CONFORMANCE_KEY=… svc-conformance plan --base-url https://gateway.example.com
  svc-conformance plan --target target.yaml --profile full --json

Exit codes: 0 the plan is printed, 2 usage.`

export const planDeclared = (end: End): Command =>
  withExtent(withLimits(withTarget(new Command('plan'))), 'core')
    .description('show what a run sends, its maximum cost, and what it cannot show; nothing is sent to the target')
    .option('--json', 'print JSON', false)
    .addHelpText('after', PLAN_HELP)
    .action(running(end, async () => (await import('../plan/command.ts')).planCommand))

const RUN_HELP = `
Keys come from the environment or from the target file, never from the command line:
  SVC_CONFORMANCE_KEY   the key for --base-url

Examples:
  svc-conformance run                                  certify the reference mock, in this process
  SVC_CONFORMANCE_KEY=… svc-conformance run --base-url https://gateway.example.com
  svc-conformance run --target target.yaml --profile full --out out
  svc-conformance run --target target.yaml --requirement request-top-p,request-closed

Exit codes: 0 conformant, or nothing new with --baseline, 1 nonconformant, or a waiver is stale or expired, 2 usage, 3 incomplete, 4 the harness itself failed, 5 all that was selected holds.`

export const runDeclared = (end: End): Command =>
  withExtent(withLimits(withTarget(new Command('run'))), 'core; full for the mock')
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
    .action(running(end, async () => (await import('../run/command.ts')).runCommand))
