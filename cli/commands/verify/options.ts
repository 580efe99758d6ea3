/** The options of `svc-conformance verify`. */
import { Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import { moment, timeSpan } from '../../option-values.ts'
import type { VerifyOptions } from './command.ts'

const VERIFY_HELP = `
Two questions, each with a line of its own. Is it authentic: its signature, the digests of the files beside it, its time?
That holds for a certificate of any version. Do the recorded answers lead to what it says, judged by this version? Nothing
is sent: the checks run again on the record. A version that would have sent other requests cannot say, and names the
version that can.

Examples:
  svc-conformance verify out/certificate.json --public-key public.pem
  svc-conformance verify out/certificate.json --public-key public.pem --authentic --expires-within 14d
  svc-conformance verify out/certificate.json --unsigned --at 2030-01-01

Exit codes: 0 valid, 1 not valid, 2 usage, 3 consistent, but not authenticated: the key of its signature was not given,
5 authentic, but this version cannot judge it anew, 6 authentic, but this version judges it otherwise.`

export function verifyDeclared(end: End): Command {
  return new Command('verify')
    .description('verify a certificate from the recorded exchanges, offline')
    .argument('<certificate>', 'what run --certificate wrote')
    .option('--report <file>', 'the report (default: beside the certificate, if it is there)')
    .option('--transcript <file>', 'the recorded exchanges (default: beside the certificate)')
    .option('--public-key <file>', 'check its signature with this ed25519 key (PEM)')
    .option('--unsigned', 'accept a consistent certificate of any author: exit code 0')
    .option('--authentic', 'ask only whether it is authentic, which needs no transcript')
    .option('--expires-within <span>', 'a certificate that ends in so long a time is not valid, such as 14d', timeSpan)
    .option('--at <time>', 'judge by this time in place of now', moment)
    .addHelpText('after', VERIFY_HELP)
    .action(async (certificate: string, options: VerifyOptions) => {
      const { verifyCommand } = await import('./command.ts')
      end(await verifyCommand(certificate, options))
    })
}
