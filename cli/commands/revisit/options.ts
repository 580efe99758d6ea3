import { Command } from 'commander'
import { formatNames } from '../../../reporters/formats/format-names.ts'
import type { End } from '../../exit-codes.ts'
import { oneOf } from '../../option-values.ts'
import { withTarget } from '../../target/options.ts'
import type { RevisitOptions } from './command.ts'

const REVISIT_HELP = `
It sends about ten requests of another recorded client, with keys.revisit of the target file where there is one. If they
contradict the run, the report becomes nonconformant and the certificate is removed; else the certificate says when it was
revisited. A signed certificate needs --sign-key for that; without it nothing is written. Run it from another network.

Examples:
  svc-conformance revisit out/certificate.json --base-url https://gateway.example.com --sign-key key.pem
  svc-conformance gate out/certificate.json --require key=public.pem,revisited=1h

Exit codes: 0 no contradiction, 1 the target responds differently when it is not being tested, 2 usage, 3 inconclusive.`

export function revisitDeclared(end: End): Command {
  return withTarget(new Command('revisit'))
    .description('ask the target of a certificate again as an ordinary client, and look for a contradiction')
    .argument('<certificate>', 'a certificate of run --certificate')
    .option('--report <file>', 'the report (default: next to the certificate)')
    .option('--reporter <names>', `other formats to write again: ${formatNames.join(', ')}`, oneOf(formatNames))
    .option('--sign-key <file>', 'sign the certificate again with its ed25519 key (PEM)')
    .addHelpText('after', REVISIT_HELP)
    .action(async (certificate: string, options: RevisitOptions) => {
      const { revisitCommand } = await import('./command.ts')
      end(await revisitCommand(certificate, options))
    })
}
