/** The options of `svc-conformance mock`. */
import { Command } from 'commander'
import type { End } from './end.ts'
import type { MockOptions } from './mock-command.ts'
import { wholeNumber } from './values.ts'

const MOCK_HELP = `
Example:
  svc-conformance mock --port 8080 --target-file target.yaml
  svc-conformance run --target target.yaml --profile full`

export function mockDeclared(end: End): Command {
  return new Command('mock')
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
}
