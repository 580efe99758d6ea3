import { Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import { repeated, timestamp } from '../../option-values.ts'
import type { GateOptions } from './command.ts'

const GATE_HELP = `
Every certificate has to meet every demand, and none may be expired. Demands have the form NAME=VALUE:
  profile=core         this profile or a larger one
  set>=1.0.0-1         this set or a later one of its contract, in quotes for the shell; = for exactly this one
  contract>=1.0.0      at least this contract; = for exactly this one
  max-age=7d           how long ago its run finished: hours (h), days (d) or weeks (w)
  key=release.pub      signed with this ed25519 key (PEM)
  keys=trust.yaml      signed with one of these keys: a folder, or a file with from, until, profiles and hosts
  revoked=FILE         not on this signed list of withdrawn certificates: svc-conformance revoke writes it
  image=sha256:…       declared of the target; so are revision=, product=, vendor=, version= and environment=
  base-url=https://…   the gateway that was certified
  challenge=NONCE      its run was made after this nonce was known: run --challenge NONCE
  revisited=1h         asked again as an ordinary client this long after its run: run --revisit, revisit
  no=warnings          it has none; also waivers, not-applicable, challenges, loopback, chosen-seed,
                       proxy, plain-http, custom-ca, server-name: one no= for each

Examples:
  svc-conformance gate out/certificate.json --require profile=core,max-age=7d,key=public.pem
  svc-conformance gate out/certificate.json --require key=public.pem --require no=warnings,no=loopback --json
  svc-conformance gate out/certificate.json --unsigned

Exit codes: 0 every certificate passes, 1 one is refused: a line for each reason, 2 usage.`

export function gateDeclared(end: End): Command {
  return new Command('gate')
    .description('accept certificates that meet the demands of a deployment, offline')
    .argument('<certificate...>', 'a certificate of run --certificate')
    .option('--require <demands>', 'NAME=VALUE, separated by commas; repeat it for more', repeated)
    .option('--unsigned', 'accept an unsigned certificate')
    .option('--at <time>', 'judge by this time instead of now', timestamp)
    .option('--json', 'print demands, the contents of each certificate, and all reasons as JSON')
    .addHelpText('after', GATE_HELP)
    .action(async (certificates: string[], options: GateOptions) => {
      const { gateCommand } = await import('./command.ts')
      end(gateCommand(certificates, options))
    })
}
