import { Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import type { ExplainOptions } from './command.ts'

const EXPLAIN_HELP = `
Examples:
  svc-conformance explain stream-done
  svc-conformance explain request-temp                 the beginning of an id is enough
  svc-conformance explain param-null --json
  svc-conformance explain 1.0.0-1                      a scoring set
  svc-conformance explain --cause 1 --for-assistant    the first cause of out/report.json as one text, without keys

Exit codes: 0 explained, 2 unknown id or cause; the nearest ones are named.`

export function explainDeclared(end: End): Command {
  return new Command('explain')
    .description('explain a requirement: its rule, its reading, how to fix a gateway')
    .argument('[id]', 'a requirement, check, fault, variant or set, or the beginning of its id')
    .option('--cause <n>', 'explain a cause of a report instead: its number or its id')
    .option(
      '--for-assistant',
      'print the cause as one text for an assistant: request, response, fix and how to confirm it',
    )
    .option('--report <file>', 'the report that has the cause', 'out/report.json')
    .option('--json', 'print a JSON array with everything of this name', false)
    .addHelpText('after', EXPLAIN_HELP)
    .action(async (id: string | undefined, options: ExplainOptions) => {
      const { explainCommand } = await import('./command.ts')
      end(explainCommand(id, options))
    })
}
