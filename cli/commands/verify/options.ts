import { Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import { repeated, timeSpan, timestamp } from '../../option-values.ts'
import type { VerifyOptions } from './command.ts'

const VERIFY_HELP = `
It answers two questions, each on its own line. Is the certificate authentic: its signature, the digests of the files next
to it, its dates? This works for any version. Do the recorded responses lead to the same verdicts, judged by this version?
It sends nothing: the checks run again on the record. If this version would have sent other requests, it names the version
that can judge.

Examples:
  svc-conformance verify out/certificate.json --public-key public.pem
  svc-conformance verify out/certificate.json --public-key public.pem --authentic --expires-within 14d
  svc-conformance verify out/certificate.json --unsigned --at 2030-01-01

Exit codes: 0 valid, 1 not valid, or a demand is not met, 2 usage, 3 consistent, but not authenticated: the key of its signature was not given,
5 authentic, but this version cannot re-judge it, 6 authentic, but this version judges differently,
7 valid, but it ends within --expires-within.`

export function verifyDeclared(end: End): Command {
  return new Command('verify')
    .description('verify a certificate from the recorded exchanges, offline')
    .argument('<certificate>', 'a certificate of run --certificate')
    .option('--report <file>', 'the report (default: next to the certificate, if present)')
    .option('--transcript <file>', 'the recorded exchanges (default: next to the certificate)')
    .option('--public-key <file>', 'check its signature with this ed25519 key (PEM)')
    .option('--unsigned', 'accept a consistent certificate of any author: exit code 0')
    .option('--require <demands>', 'further demands, as for gate, such as challenge=NONCE', repeated)
    .option('--authentic', 'only check whether it is authentic, which needs no transcript')
    .option(
      '--expires-within <span>',
      'end with 7 if a valid certificate expires within this time, such as 14d',
      timeSpan,
    )
    .option('--at <time>', 'judge by this time instead of now', timestamp)
    .addHelpText('after', VERIFY_HELP)
    .action(async (certificate: string, options: VerifyOptions) => {
      const { verifyCommand } = await import('./command.ts')
      end(await verifyCommand(certificate, options))
    })
}
