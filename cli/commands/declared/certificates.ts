import { Command } from 'commander'
import { formatNames } from '../../../reporters/formats/format-names.ts'
import { type End, running } from '../../exit-codes.ts'
import { oneOf, parser, repeated, timeSpan, timestamp } from '../../option-values.ts'
import { withPlainTarget } from '../../target/options.ts'

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

export const verifyDeclared = (end: End): Command =>
  new Command('verify')
    .description('verify a certificate against its recorded exchanges, offline')
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
    .action(running(end, async () => (await import('../verify/command.ts')).verifyCommand))

const GATE_HELP = `
Every certificate has to meet every demand, and none may be expired. Demands have the form NAME=VALUE:
  profile=core         this profile or a larger one
  set>=1.0.0-1         this set or a later one of its contract, in quotes for the shell; = for exactly this one
  contract>=1.0.0      at least this contract; = for exactly this one
  max-age=7d           how long ago its run began: hours (h), days (d) or weeks (w)
  key=release.pub      signed with this ed25519 key (PEM)
  keys=trust.yaml      signed with one of these keys: a folder, or a file with from, until, profiles and hosts
  revoked=FILE         not on this list, which revoke writes; surveillance=FILE: traffic broke nothing (judge --statement)
  image=sha256:…       declared of the target; so are revision=, product=, vendor=, version= and environment=
  base-url=https://…   the gateway that was certified
  challenge=NONCE      its run was made after this nonce was known: run --challenge NONCE
  revisited=1h         asked again as an ordinary client this long after its run: run --revisit, revisit
  no=warnings          it has none; also waivers, not-applicable, challenges, loopback, chosen-seed,
                       proxy, plain-http, custom-ca, server-name, client-certificate, headers, identified:
                       one no= for each

Examples:
  svc-conformance gate out/certificate.json --require profile=core,max-age=7d,key=public.pem
  svc-conformance gate out/certificate.json --require key=public.pem --require no=warnings,no=loopback --json
  svc-conformance gate out/certificate.json --unsigned

Exit codes: 0 every certificate passes, 1 one is refused: a line for each reason, 2 usage.`

export const gateDeclared = (end: End): Command =>
  new Command('gate')
    .description('accept certificates that meet the demands of a deployment, offline')
    .argument('<certificate...>', 'a certificate of run --certificate')
    .option('--require <demands>', 'NAME=VALUE, separated by commas; repeat it for more', repeated)
    .option('--unsigned', 'accept an unsigned certificate')
    .option('--at <time>', 'judge by this time instead of now', timestamp)
    .option('--json', 'print demands, the contents of each certificate, and all reasons as JSON')
    .addHelpText('after', GATE_HELP)
    .action(running(end, async () => (await import('../gate/command.ts')).gateCommand))

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

export const revokeDeclared = (end: End): Command =>
  new Command('revoke')
    .description('add certificates to a signed list of withdrawn ones')
    .argument('[certificate...]', 'a certificate of run --certificate')
    .requiredOption('--reason <text>', 'why: gate and verify print it')
    .requiredOption('--list <file>', 'the list; created if it does not exist')
    .requiredOption('--sign-key <file>', 'sign the list with this ed25519 key (PEM)')
    .option('--before <version>', 'withdraw every certificate of an earlier version of svc-conformance', version)
    .addHelpText('after', REVOKE_HELP)
    .action(running(end, async () => (await import('../revoke/command.ts')).revokeCommand))

const REVISIT_HELP = `
It sends about ten requests of another recorded client, with keys.revisit of the target file where there is one. If they
contradict the run, the report becomes nonconformant and the certificate is removed; else the certificate says when it was
revisited. A signed certificate needs --sign-key for that; without it nothing is written. Run it from another network.

Examples:
  svc-conformance revisit out/certificate.json --base-url https://gateway.example.com --sign-key key.pem
  svc-conformance gate out/certificate.json --require key=public.pem,revisited=1h

Exit codes: 0 no contradiction, 1 the target responds differently when it is not being tested, 2 usage, 3 inconclusive.`

export const revisitDeclared = (end: End): Command =>
  withPlainTarget(new Command('revisit'))
    .description('ask the target of a certificate again as an ordinary client, and look for a contradiction')
    .argument('<certificate>', 'a certificate of run --certificate')
    .option('--report <file>', 'the report (default: next to the certificate)')
    .option('--reporter <names>', `other formats to write again: ${formatNames.join(', ')}`, oneOf(formatNames))
    .option('--sign-key <file>', 'sign the certificate again with its ed25519 key (PEM)')
    .addHelpText('after', REVISIT_HELP)
    .action(running(end, async () => (await import('../revisit/command.ts')).revisitCommand))
