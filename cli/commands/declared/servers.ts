import { Command, Option } from 'commander'
import { type End, running } from '../../exit-codes.ts'
import { anyNumber, choosing, duration, names, oneOf, timeSpan, wholeNumber } from '../../option-values.ts'
import { withRecording } from '../../target/options.ts'
import { clientFormats, scenarioNames, scenarioSets } from '../client/names.ts'

const MOCK_HELP = `
SIGTERM and Ctrl-C wait for open responses; a second one does not. SIGHUP reloads the file of --config.
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

export const mockDeclared = (end: End): Command =>
  new Command('mock')
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
    .option('--json', 'print the JSON of --ready-file as one line, and nothing else', false)
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
      'memory limit for these bodies (default: 67108864); the oldest are removed first',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--admin-port <number>', 'serve the admin API on this port; 0 for any free one', wholeNumber(0, 65_535))
    .option(
      '--admin-host <name>',
      'the address of the admin API; needs a token unless it is loopback (default: "127.0.0.1")',
    )
    .addHelpText('after', MOCK_HELP)
    .action(running(end, async () => (await import('../mock/command.ts')).mockCommand))

const PROXY_HELP = `
Traffic passes unchanged; another thread judges a copy. If it falls behind or fails, the proxy skips judging, never traffic.
Keys become names before they are judged. Exit codes: 0 no must is broken, 1 a must is broken, 2 usage, 3 nothing judged.
The token of the admin port comes only from SVC_PROXY_ADMIN_TOKEN; other addresses than loopback need it.

Examples:
  svc-conformance proxy --upstream https://gateway.example.com --port 8080
  svc-conformance proxy --target target.yaml --admin-port 9464 --report traffic.json --every 10m
  svc-conformance proxy --upstream http://127.0.0.1:8000 --sample 0.05 --sample-by project`

export function proxyDeclared(end: End): Command {
  const command = new Command('proxy')
    .description('pass traffic to a gateway, and judge its responses to real callers')
    .option('--upstream <url>', 'the gateway, without /v1')
    .option('--target <file>', 'a target file (YAML) instead: its base_url, certificates, keys and models')
    .option('--port <number>', 'the port for clients; 0 for any free one', wholeNumber(0, 65_535), 8080)
    .option('--host <name>', 'the address for clients', '127.0.0.1')
    .option('--tls-cert <file>', 'use TLS with this certificate (PEM): HTTP/1.1 and HTTP/2')
    .option('--tls-key <file>', 'its private key (PEM)')
    .option('--mirrored', 'requests are copies that nginx or another server mirrors: judge each response to its end')
    .option('--sample <rate>', 'the share of exchanges to judge', anyNumber(0, 1), 1)
    .addOption(
      choosing(new Option('--sample-by <unit>', 'what to sample: single exchanges, or all exchanges of a key'), [
        'exchange',
        'project',
      ]).default('exchange'),
    )
    .option('--report <file>', 'write what was judged to this file (JSON) at the end')
    .option('--every <time>', 'write it at this interval as well', duration(1000, 86_400_000))
    .option('--keep-bodies <folder>', 'keep the judged exchanges in files (NDJSON), without keys')
    .option('--keep-files <number>', 'files of 64 MiB that are kept', wholeNumber(1, 10_000), 10)
    .option('--keep-for <span>', 'how long they are kept (default: 7d)', timeSpan)
  return withRecording(command)
    .option(
      '--admin-port <number>',
      'serve metrics, report and a page on this port; 0 for any free one',
      wholeNumber(0, 65_535),
    )
    .option('--admin-host <name>', 'the address of the admin port', '127.0.0.1')
    .option('--grace <seconds>', 'the time for open responses at shutdown', wholeNumber(0, 3600), 10)
    .addHelpText('after', PROXY_HELP)
    .action(running(end, async () => (await import('../proxy/command.ts')).proxyCommand))
}

const CLIENT_HELP = `
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

export const clientDeclared = (end: End): Command =>
  new Command('client')
    .description('run scenarios against a client, and report its mistakes')
    .argument('<command...>', 'the command of the client, after --')
    .addOption(choosing(new Option('--scenarios <set>', 'the scenarios to run').default('core'), scenarioSets))
    .option('--scenario <name>', 'only these; separate them by commas, or repeat the option', oneOf(scenarioNames))
    .addOption(
      new Option('--timeout <time>', 'the time limit of each scenario, from its first request')
        .argParser(duration(100, 600_000))
        .default(30_000, '30s'),
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
    .addHelpText('after', CLIENT_HELP)
    .action(running(end, async () => (await import('../client/command.ts')).clientCommand))
