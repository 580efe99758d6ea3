import { Command, Option } from 'commander'
import { profiles } from '../../../suites/harness/catalogue/profiles.ts'
import type { End } from '../../exit-codes.ts'
import { choosing } from '../../option-values.ts'
import type { InitOptions } from './command.ts'

const INIT_HELP = `
On a terminal, it asks for missing options. It never asks for a key: the file only names the variable that holds it.

Examples:
  svc-conformance init
  svc-conformance init --base-url https://gateway.example.com --key-env SVC_KEY
  svc-conformance init --base-url https://gateway.example.com --key-env SVC_KEY --profile full --out staging.yaml

Exit codes: 0 written, 2 usage.`

export function initDeclared(end: End): Command {
  return new Command('init')
    .description('write a target file with comments')
    .option('--out <file>', 'the file to write', 'target.yaml')
    .option('--base-url <url>', 'the gateway, without /v1')
    .option('--key-env <name>', 'the environment variable that holds the key')
    .addOption(choosing(new Option('--profile <name>', 'the profile that the file is for'), profiles).default('core'))
    .option('--force', 'overwrite an existing file', false)
    .addHelpText('after', INIT_HELP)
    .action(async (options: InitOptions) => {
      const { initCommand } = await import('./command.ts')
      end(await initCommand(options, process))
    })
}
