import { Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import { withTarget } from '../../target/options.ts'
import type { DoctorOptions } from './command.ts'

const DOCTOR_HELP = `
It sends at most 8 requests, one of them a completion and one a stream.

Examples:
  SVC_CONFORMANCE_KEY=… svc-conformance doctor --base-url https://gateway.example.com
  svc-conformance doctor --target target.yaml
  svc-conformance doctor --target target.yaml --json

Exit codes: 0 no problem would stop a run, 2 usage, 3 there are problems, each with its fix.`

export function doctorDeclared(end: End): Command {
  return withTarget(new Command('doctor'))
    .description('check with a few requests what would stop a run: address, TLS, key, catalog, proxies')
    .option('--json', 'print JSON', false)
    .addHelpText('after', DOCTOR_HELP)
    .action(async (options: DoctorOptions) => {
      const { doctorCommand } = await import('./command.ts')
      end(await doctorCommand(options))
    })
}
