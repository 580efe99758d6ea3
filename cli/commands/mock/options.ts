/** The options of `svc-conformance mock`. */
import { Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import { names, wholeNumber } from '../../option-values.ts'
import type { MockOptions } from './settings.ts'
import { pauses, time } from './timing.ts'

const MOCK_HELP = `
SIGTERM and Ctrl-C let open answers end; a second one does not. SIGHUP reads the configuration again.
/healthz says without a key whether the mock is up.
The token of the admin API is read from SVC_MOCK_ADMIN_TOKEN and from nowhere else; --store may be given as SVC_MOCK_STORE,
where its password stays hidden.

Examples:
  svc-conformance mock --port 8080 --target-file target.yaml
  svc-conformance run --target target.yaml --profile full
  svc-conformance mock --config mock.yaml --watch
  svc-conformance mock --port 0 --admin-port 0 --ready-file ready.json
  svc-conformance mock --fault retry-after-missing --latency 200ms --pace lognormal:p50=300ms,p95=900ms+20ms
  svc-conformance mock --workers 4 --tls-cert cert.pem --tls-key key.pem`

export function mockDeclared(end: End): Command {
  return new Command('mock')
    .description('serve the reference gateway until it is interrupted')
    .option('--port <number>', 'the port; 0 for any free one', wholeNumber(0, 65_535), 8080)
    .option('--host <name>', 'the address to listen on; on others than loopback keys are drawn', '127.0.0.1')
    .option('--config <file>', 'projects, keys and models (YAML)')
    .option('--watch', 'read the configuration again whenever its file changes; a bad one changes nothing', false)
    .option('--target-file <file>', 'write a target file for this mock')
    .option(
      '--ready-file <file>',
      'write URL, keys and models there (JSON) while the mock answers; only you can read it',
    )
    .option('--json', 'print the same as one line, and nothing else', false)
    .option('--seed <text>', 'the same identifiers and draws in every run')
    .option('--fault <names>', 'answer with this breach of the contract (svc-conformance list faults)', names)
    .option('--variant <names>', 'follow this freedom of the contract (svc-conformance list variants)', names)
    .option('--latency <time>', 'let every answer to a key come so much later, such as 200ms or a distribution', time)
    .option('--pace <times>', 'stream with these pauses: before the first event, and between any two', pauses)
    .option('--workers <number>', 'threads that answer; quotas and ledger stay exact', wholeNumber(1, 256), 1)
    .option(
      '--store <url>',
      'a Valkey or Redis where several mocks count quotas and ledger together (needs the package @redis/client)',
    )
    .option('--tls-cert <file>', 'speak TLS with this certificate (PEM)')
    .option('--tls-key <file>', 'its private key (PEM)')
    .option('--grace <seconds>', 'how long open answers may take at the end', wholeNumber(0, 3600), 10)
    .option('--journal-bodies', 'keep prompts and answers in the journal, in memory', false)
    .option(
      '--journal-bytes <number>',
      'memory for them (default: 67108864); the oldest go first',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--admin-port <number>', 'serve the admin API there; 0 for any free port', wholeNumber(0, 65_535))
    .option('--admin-host <name>', 'its address; others than loopback need a token (default: "127.0.0.1")')
    .addHelpText('after', MOCK_HELP)
    .action(async (options: MockOptions) => {
      const { mockCommand } = await import('./command.ts')
      end(await mockCommand(options))
    })
}
