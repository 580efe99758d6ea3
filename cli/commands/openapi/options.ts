import { Argument, Command, Option } from 'commander'
import { type Audience, audiences, type OpenapiVersion, openapiFiles } from '../../../schemas/single-file/document.ts'
import type { End } from '../../exit-codes.ts'
import { choosing } from '../../option-values.ts'

const HELP = `
Both say the same. Most tools read 3.1; 3.2 can describe the events of a stream. For generators of clients, the
rules between members are left out, such as max_tokens or max_completion_tokens: no type can hold them.

Examples:
  svc-conformance openapi > openapi.json
  svc-conformance openapi --for generators > openapi-for-generators.json
  svc-conformance openapi 3.2 > openapi-3.2.json

Exit codes: 0 printed, 2 there is no such version.`

export function openapiDeclared(end: End): Command {
  return new Command('openapi')
    .description('print the contract as one OpenAPI document, for generators of clients and other tools')
    .addArgument(
      choosing(new Argument('[version]', 'the version of OpenAPI'), Object.keys(openapiFiles)).default('3.1'),
    )
    .addOption(choosing(new Option('--for <tools>', 'the tools that will read it').default('all'), audiences))
    .addHelpText('after', HELP)
    .action(async (version: OpenapiVersion, { for: audience }: { for: Audience }) => {
      const { openapiCommand } = await import('./command.ts')
      end(openapiCommand(version, audience))
    })
}
