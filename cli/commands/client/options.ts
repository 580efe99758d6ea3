import { Command, Option } from 'commander'
import type { End } from '../../exit-codes.ts'
import { choosing, duration, oneOf, wholeNumber } from '../../option-values.ts'
import type { ClientOptions } from './command.ts'
import { clientFormats, scenarioNames, scenarioSets } from './names.ts'

const HELP = `
The command is started once for each scenario, and requests one completion. SVC_BASE_URL has the address (OPENAI_BASE_URL
ends with /v1), SVC_KEY and OPENAI_API_KEY the key, SVC_MODEL the model; SVC_STREAM=1 asks for a stream. The command ends
with 0 if its call returned a result, else with another code. It may print details as a JSON object on its last line:
{"outcome": "returned", "text": "what it has read"}.

With --one-process, the command is started once and gets a line for each call on its standard input:
{"id": 1, "stream": true, "base_url": "http://…", "key": "…", "model": "…", "prompt": "…"}. It responds with a line such as
{"id": 1, "outcome": "returned", "text": "…", "usage": null} or {"id": 1, "outcome": "threw"}.

Examples:
  svc-conformance client -- node client.js
  svc-conformance client --one-process --scenarios full -- python adapter.py
  svc-conformance client --one-process --fuzz 1000 --out out -- python adapter.py
  svc-conformance client --scenario cut-stream,without-done -- python client.py
  svc-conformance client --scenarios full --out out --reporter junit -- ./client
  svc-conformance list scenarios

Exit codes: 0 no breach, 1 a breach (with --strict a warning, too), 2 usage, 3 something could not be judged.`

export function clientDeclared(end: End): Command {
  return new Command('client')
    .description('run scenarios against a client, and report its mistakes')
    .argument('<command...>', 'the command of the client, after --')
    .addOption(choosing(new Option('--scenarios <set>', 'the scenarios to run').default('core'), scenarioSets))
    .option('--scenario <name>', 'only these; separate them by commas, or repeat the option', oneOf(scenarioNames))
    .option(
      '--timeout <time>',
      'the time limit of each scenario, from its first request',
      duration(100, 600_000),
      30_000,
    )
    .addOption(
      new Option(
        '--fuzz <number>',
        'generate this many legal responses instead, and report the smallest that break the client',
      )
        .argParser(wholeNumber(2, 1_000_000))
        .conflicts(['scenario', 'scenarios']),
    )
    .option('--seed <number>', 'draw the same responses as --fuzz with this seed', wholeNumber(0, 2 ** 31 - 1))
    .option('--parallel <number>', 'the number of concurrent scenarios', wholeNumber(1, 64), 4)
    .option('--one-process', 'make all calls in one process, with a line of JSON for each', false)
    .option('--strict', 'end with 1 also if there are only warnings', false)
    .option('--json', 'print the report as JSON', false)
    .option('--out <folder>', 'write the report to this folder')
    .option('--reporter <format>', 'formats of the report there (default: json)', oneOf(clientFormats))
    .addHelpText('after', HELP)
    .action(async (command: string[], options: ClientOptions) => {
      const { clientCommand } = await import('./command.ts')
      end(await clientCommand(command, { ...options, reporter: options.reporter ?? ['json'] }))
    })
}
