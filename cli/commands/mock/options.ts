import { Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import { names, wholeNumber } from '../../option-values.ts'
import type { MockOptions } from './settings.ts'
import type { WrittenTimes } from './timing.ts'

const MOCK_HELP = `
SIGTERM and Ctrl-C wait for open responses; a second one does not. SIGHUP reloads the configuration.
/healthz shows whether the mock is up, and needs no key.
The token of the admin API comes only from SVC_MOCK_ADMIN_TOKEN. SVC_MOCK_STORE may replace --store, to hide its password.

Examples:
  svc-conformance mock --port 8080 --target-file target.yaml
  svc-conformance run --target target.yaml --profile full
  svc-conformance mock --config mock.yaml --watch
  svc-conformance mock --port 0 --admin-port 0 --ready-file ready.json
  svc-conformance mock --fault retry-after-missing --latency 200ms --pace lognormal:p50=300ms,p95=900ms+20ms
  svc-conformance mock --as litellm
  svc-conformance mock --workers 4 --tls-cert cert.pem --tls-key key.pem

Exit codes: 0 ended by a signal, 2 usage or configuration, 4 the command itself failed.`

export function mockDeclared(end: End): Command {
  return new Command('mock')
    .description('serve the reference gateway until it is interrupted')
    .option('--port <number>', 'the port; 0 for any free one', wholeNumber(0, 65_535), 8080)
    .option('--host <name>', 'the address to listen on; keys are generated unless it is loopback', '127.0.0.1')
    .option('--config <file>', 'projects, keys and models (YAML)')
    .option('--watch', 'reload the configuration when its file changes; a mistake changes nothing', false)
    .option('--replay <file>', 'give the responses of a recording, each once (judge --record, proxy --record)')
    .option('--target-file <file>', 'write a target file for this mock')
    .option(
      '--ready-file <file>',
      'write URL, keys and models to this file (JSON) while the mock runs; only you can read it',
    )
    .option('--json', 'print the same JSON as one line, and nothing else', false)
    .option('--seed <text>', 'repeat the same identifiers and random draws in every run')
    .option('--as <server>', 'break the contract as this server did in public reports, such as vllm, or vllm@2024')
    .option('--fault <names>', 'break the contract in this way (svc-conformance list faults)', names)
    .option('--variant <names>', 'use this freedom of the contract (svc-conformance list variants)', names)
    .option('--latency <time>', 'delay every response to a key, such as 200ms or a distribution')
    .option(
      '--pace <times>',
      'stream with these pauses: before the first event, and between any two; recorded=FILE takes them from a recording',
    )
    .option('--workers <number>', 'the number of threads; quotas and ledger stay exact', wholeNumber(1, 256), 1)
    .option(
      '--store <url>',
      'a Valkey or Redis in which several mocks share quotas and ledger (needs the package @redis/client)',
    )
    .option('--tls-cert <file>', 'use TLS with this certificate (PEM)')
    .option('--tls-key <file>', 'its private key (PEM)')
    .option('--grace <seconds>', 'the time for open responses at shutdown', wholeNumber(0, 3600), 10)
    .option('--journal-bodies', 'keep prompts and replies in the journal, in memory', false)
    .option(
      '--journal-bytes <number>',
      'memory limit for them (default: 67108864); the oldest are removed first',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--admin-port <number>', 'serve the admin API on this port; 0 for any free one', wholeNumber(0, 65_535))
    .option(
      '--admin-host <name>',
      'the address of the admin API; needs a token unless it is loopback (default: "127.0.0.1")',
    )
    .addHelpText('after', MOCK_HELP)
    .action(async (options: WrittenTimes<MockOptions>) => {
      const { mockCommand } = await import('./command.ts')
      end(await mockCommand(options))
    })
}
