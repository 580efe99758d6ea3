import { Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import { parser } from '../../option-values.ts'
import type { RevokeOptions } from './command.ts'

const REVOKE_HELP = `
The command signs the whole list again. Publish it where gates can get it: gate --require revoked=revoked.json.

Examples:
  svc-conformance revoke out/certificate.json --reason 'responds otherwise since 2027-02-01' --list revoked.json --sign-key key.pem
  svc-conformance revoke --before 0.2.0 --reason 'did not find missing request ids' --list revoked.json --sign-key key.pem

Exit codes: 0 written, 2 usage.`

const version = parser(
  (text) => /^\d+\.\d+\.\d+(-dev\.\d+)?$/.exec(text)?.[0],
  'a version such as 0.2.0 or 0.2.0-dev.20261124182716',
)

export function revokeDeclared(end: End): Command {
  return new Command('revoke')
    .description('add certificates to a signed list of withdrawn ones')
    .argument('[certificate...]', 'a certificate of run --certificate')
    .requiredOption('--reason <text>', 'why: gate and verify print it')
    .requiredOption('--list <file>', 'the list; created if it does not exist')
    .requiredOption('--sign-key <file>', 'sign the list with this ed25519 key (PEM)')
    .option('--before <version>', 'withdraw every certificate of an earlier version of svc-conformance', version)
    .addHelpText('after', REVOKE_HELP)
    .action(async (certificates: string[], options: RevokeOptions) => {
      const { revokeCommand } = await import('./command.ts')
      end(revokeCommand(certificates, options))
    })
}
