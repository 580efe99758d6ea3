/** The options of the command. What they lead to is loaded only when it is asked for. */
import { Command, CommanderError, Option } from 'commander'
import { hideKeys } from '../suites/harness/key-text.ts'
import { UsageError } from '../suites/harness/usage-error.ts'
import { harnessVersion } from '../suites/harness/version.ts'
import { exitCodes } from './exit-codes.ts'
import { failureOf } from './failure.ts'
import type { MockOptions } from './mock-command.ts'
import type { RunOptions } from './run-command.ts'
import { names, wholeNumber } from './values.ts'

const RUN_HELP = `
Keys come from the environment or from the target file, never from the command line:
  SVC_CONFORMANCE_KEY   the key for --base-url

Examples:
  svc-conformance run                                  certify the reference mock, in this process
  SVC_CONFORMANCE_KEY=… svc-conformance run --base-url https://gateway.example.com
  svc-conformance run --target target.yaml --profile full --out out
  svc-conformance run --target target.yaml --requirement top-p-range,request-closed

Exit codes: 0 conformant, 1 nonconformant, 2 usage, 3 incomplete, 4 the harness itself failed.`

const MOCK_HELP = `
Example:
  svc-conformance mock --port 8080 --target-file target.yaml
  svc-conformance run --target target.yaml --profile full`

/** Keys would stand in the list of processes and in the history of the shell. */
function noKey(): never {
  throw new UsageError(
    'keys are never taken from the command line, where others can read them; use SVC_CONFORMANCE_KEY or a target file.',
  )
}

/** An unknown option is told without its value, which may be a secret. */
function withoutValue(text: string): string {
  return hideKeys(text.replaceAll(/(unknown option '[^'=]*)=[^\n]*'/g, "$1'"))
}

function keyOptions(): Option[] {
  return ['--key <value>', '--api-key <value>'].map((flags) => new Option(flags).hideHelp().argParser(noKey))
}

function programFor(end: (code: number) => void): Command {
  const program = new Command('svc-conformance')
    .description('Certifies any deployment of the Inference Gateway API, and mocks the gateway for those who call it.')
    .version(harnessVersion)
    .helpCommand(false)
    .configureOutput({ writeErr: (text) => void process.stderr.write(withoutValue(text)) })
    .exitOverride()

  const run = program
    .command('run')
    .description('certify a target; without --base-url and --target, the reference mock')
    .option('--base-url <url>', 'the gateway, without /v1; the key comes from SVC_CONFORMANCE_KEY')
    .option('--target <file>', 'a target file (YAML)')
    .addOption(
      new Option('--profile <name>', 'what the run has to evidence (default: core; full for the mock)').choices([
        'smoke',
        'core',
        'full',
      ]),
    )
    .option('--suite <names>', 'only these suites', names)
    .option('--requirement <ids>', 'only these requirements', names)
    .option('--seed <number>', 'decides every generated request', wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .option('--runs <number>', 'generated requests for each property', wholeNumber(1, 10_000))
    .option('--out <folder>', 'where report.json goes', 'out')
    .option('--strict', 'warnings make the target nonconformant', false)
    .option('--workers <number>', 'requests at the same time', wholeNumber(1, 256))
    .addHelpText('after', RUN_HELP)
    .action(async (options: RunOptions) => {
      const { runCommand } = await import('./run-command.ts')
      end(await runCommand(options))
    })

  const mock = program
    .command('mock')
    .description('serve the reference gateway until it is interrupted')
    .option('--port <number>', 'the port; 0 for any free one', wholeNumber(0, 65_535), 8080)
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option('--config <file>', 'projects, keys and models (YAML)')
    .option('--target-file <file>', 'write a target file for this mock')
    .addHelpText('after', MOCK_HELP)
    .action(async (options: MockOptions) => {
      const { mockCommand } = await import('./mock-command.ts')
      end(await mockCommand(options))
    })

  for (const command of [run, mock]) for (const option of keyOptions()) command.addOption(option)
  return program
}

function tell(error: unknown): number {
  const { message, code } = failureOf(error, process.env.SVC_CONFORMANCE_DEBUG === '1')
  process.stderr.write(`svc-conformance: ${message}\n`)
  return code
}

/** Runs the command and gives its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  process.on('uncaughtException', (error) => process.exit(tell(error)))
  // Whoever reads along may stop reading; the report is written all the same.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  let code: number = exitCodes.usage
  const program = programFor((ended) => {
    code = ended
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    return tell(error)
  }
}
