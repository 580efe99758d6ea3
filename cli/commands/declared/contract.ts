import { Argument, Command, Option } from 'commander'
import { type Audience, audiences, type OpenapiVersion, openapiFiles } from '../../../schemas/single-file/document.ts'
import { type End, exitCodes, running } from '../../exit-codes.ts'
import { choosing } from '../../option-values.ts'
import type { Shell } from '../completion/command.ts'
import type { Listing } from '../list/command.ts'

const listings = ['requirements', 'checks', 'suites', 'sets', 'faults', 'variants', 'scenarios'] satisfies Listing[]

const LIST_HELP = `
Examples:
  svc-conformance list requirements
  svc-conformance list checks --json
  svc-conformance explain stream-done

Exit codes: 0 printed, 2 there is no such list.`

export const listDeclared = (end: End): Command =>
  new Command('list')
    .description(
      'list requirements, checks, suites, scoring sets, faults and variants of the mock, or client scenarios',
    )
    .addArgument(choosing(new Argument('[what]', 'the list to print'), listings))
    .option('--json', 'print JSON', false)
    .addHelpText('after', LIST_HELP)
    .action(running(end, async () => (await import('../list/command.ts')).listCommand))

const EXPLAIN_HELP = `
Examples:
  svc-conformance explain stream-done
  svc-conformance explain request-temp                 the beginning of an id is enough
  svc-conformance explain param-null --json
  svc-conformance explain 1.0.0-1                      a scoring set
  svc-conformance explain --cause 1 --for-assistant    the first cause of out/report.json as one text, without keys

Exit codes: 0 explained, 2 unknown id or cause; the nearest ones are named.`

export const explainDeclared = (end: End): Command =>
  new Command('explain')
    .description('explain a requirement, check, fault, variant or set, and how to fix a gateway')
    .argument('[id]', 'a requirement, check, fault, variant or set, or the beginning of its id')
    .option('--cause <n>', 'explain a cause of a report instead: its number or its id')
    .option(
      '--for-assistant',
      'print the cause as one text for an assistant: request, response, fix and how to confirm it',
    )
    .option('--report <file>', 'the report that has the cause', 'out/report.json')
    .option('--json', 'print a JSON array with everything of this name', false)
    .addHelpText('after', EXPLAIN_HELP)
    .action(running(end, async () => (await import('../explain/command.ts')).explainCommand))

const OPENAPI_HELP = `
Both say the same. Most tools read 3.1; 3.2 can describe the events of a stream. For generators of clients, the
rules between members are left out, such as max_tokens or max_completion_tokens: no type can hold them.

Examples:
  svc-conformance openapi > openapi.json
  svc-conformance openapi --for generators > openapi-for-generators.json
  svc-conformance openapi 3.2 > openapi-3.2.json

Exit codes: 0 printed, 2 there is no such version.`

export const openapiDeclared = (end: End): Command =>
  new Command('openapi')
    .description('print the contract as one OpenAPI document, for generators of clients and other tools')
    .addArgument(
      choosing(new Argument('[version]', 'the version of OpenAPI'), Object.keys(openapiFiles)).default('3.1'),
    )
    .addOption(choosing(new Option('--for <tools>', 'the tools that will read it').default('all'), audiences))
    .addHelpText('after', OPENAPI_HELP)
    .action(async (version: OpenapiVersion, { for: audience }: { for: Audience }) => {
      const { openapiDocument } = await import('../openapi/documents.ts')
      process.stdout.write(openapiDocument(version, audience))
      end(exitCodes.conformant)
    })

const shells = ['bash', 'zsh', 'fish'] satisfies Shell[]

const COMPLETION_HELP = `
Examples:
  eval "$(svc-conformance completion bash)"                                        in ~/.bashrc
  svc-conformance completion zsh > ~/.zsh/_svc-conformance                         a folder of fpath
  svc-conformance completion fish > ~/.config/fish/completions/svc-conformance.fish

Exit codes: 0 printed, 2 there is no such shell.`

export const completionDeclared = (end: End): Command =>
  new Command('completion')
    .description('print a completion script for commands, options, values and requirement ids')
    .addArgument(choosing(new Argument('<shell>', 'the shell'), shells))
    .addHelpText('after', COMPLETION_HELP)
    .action(async (shell: Shell, _options: object, { parent }: Command) => {
      const { completionCommand } = await import('../completion/command.ts')
      end(completionCommand(shell, parent?.commands ?? []))
    })
