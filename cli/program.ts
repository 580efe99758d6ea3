/** The whole command: its subcommands, its exit codes, and its error messages. */
import { Command, CommanderError, Option } from 'commander'
import { WriteError } from '../reporters/formats/whole-file.ts'
import { UsageError } from '../suites/harness/catalogue/usage-error.ts'
import { buildWords, harnessDigest, harnessVersion } from '../suites/harness/catalogue/version.ts'
import { hideKeys } from '../suites/harness/http/redact.ts'
import { printable } from '../suites/harness/text/printable.ts'
import { declared } from './commands/declared/index.ts'
import { type End, exitCodes } from './exit-codes.ts'
import { failureOf, print, printAside } from './output.ts'

/** Refuses keys as options: they would appear in the process list and in the shell history. */
function noKey(): never {
  throw new UsageError(
    'keys are never taken from the command line, where others can read them; use SVC_CONFORMANCE_KEY or a target file.',
  )
}

/**
 * Removes the value of an unknown option, which may be a secret, and escapes commands that a CI log would run. The
 * library suggests options of similar spelling, but for a URL this is --base-url.
 */
function ownWords(text: string): string {
  const own = text
    .replaceAll(/(unknown option '[^'=]*)=[\s\S]*'/g, "$1'")
    .replace(/unknown option '--url'|too many arguments for 'run'.*https?:.*/, '$&\n(Did you mean --base-url?)')
    .replace(/^error: /, 'svc-conformance: ')
  const lines = own.split('\n').map((line) => printable(line, Number.POSITIVE_INFINITY))
  return hideKeys(lines.join('\n'))
}

const KEY_OPTIONS = ['--key <value>', '--api-key <value>']

const PROGRAM_HELP = `
Examples:
  svc-conformance run                                  certify the reference mock, in this process
  svc-conformance init                                 write a target file for a deployment
  svc-conformance doctor --target target.yaml          check what would stop a run
  svc-conformance run --target target.yaml             certify the deployment
  svc-conformance explain request-closed               explain a requirement and how to fix a gateway
  svc-conformance mock --port 8080                     serve the reference gateway
  svc-conformance client -- node client.js             run scenarios against a client

Every command has its own --help, with examples and exit codes.`

function programFor(end: End): Command {
  const program = new Command('svc-conformance')
    .description('Certifies any deployment of the Inference Gateway API, and mocks the gateway for its clients.')
    .option('-V, --version', 'output the version, the commit and the digest of the code')
    .on('option:version', () => {
      print(`${buildWords({ version: harnessVersion, digest: harnessDigest() })}\n`)
      throw new CommanderError(0, 'commander.version', harnessVersion)
    })
    .helpCommand(false)
    .addHelpText('after', PROGRAM_HELP)
    .configureOutput({ writeErr: (text) => printAside(ownWords(text)) })
    .exitOverride()

  for (const declare of declared) {
    const command = declare(end).exitOverride().copyInheritedSettings(program)
    command.showHelpAfterError(`svc-conformance ${command.name()} --help shows its options.`)
    for (const flags of KEY_OPTIONS) command.addOption(new Option(flags).hideHelp().argParser(noKey))
    program.addCommand(command)
  }
  return program
}

function fail(error: unknown): number {
  const { message, code } = failureOf(error, process.env.SVC_CONFORMANCE_DEBUG === '1')
  printAside(`svc-conformance: ${message}\n`)
  return code
}

export async function main(args: readonly string[]): Promise<number> {
  process.on('uncaughtException', (error) => process.exit(fail(error)))
  // Ignore a closed pipe, so that the report is still written.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw new WriteError('the output of the command', error.code ?? 'unknown error')
  })
  let code: number = exitCodes.usage
  const program = programFor((ended) => {
    code = ended
  })
  try {
    // Drop --help after an unknown command: commander would print the general help instead of an error.
    const [first = ''] = args
    const isKnown = first.startsWith('-') || program.commands.some((each) => each.name() === first)
    await program.parseAsync(isKnown ? args : args.filter((each) => each !== '--help' && each !== '-h'), {
      from: 'user',
    })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    return fail(error)
  }
}
