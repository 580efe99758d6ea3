import { Command, Option } from 'commander'
import type { End } from '../../exit-codes.ts'
import { anyNumber, choosing, duration, timeSpan, wholeNumber } from '../../option-values.ts'
import { withRecording } from '../../target/options.ts'
import type { ProxyOptions } from './settings.ts'

const PROXY_HELP = `
Traffic passes unchanged; another thread judges a copy. If it falls behind or fails, the proxy skips judging, never traffic.
Keys become names before they are judged, and bodies are not kept. Exit codes: 0 nothing broken, 1 something broken, 3 nothing judged.
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
    .action(async (options: ProxyOptions) => {
      const { proxyCommand } = await import('./command.ts')
      end(await proxyCommand(options))
    })
}
