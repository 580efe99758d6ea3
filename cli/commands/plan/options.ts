/** The options of `svc-conformance plan`. */
import { Command, Option } from 'commander'
import { profiles } from '../../../suites/harness/catalogue/profiles.ts'
import type { End } from '../../exit-codes.ts'
import { choosing } from '../../option-values.ts'
import { withLimits, withTarget } from '../../target/options.ts'
import type { PlanOptions } from './command.ts'

const HELP = `
Examples:
  SVC_CONFORMANCE_KEY=… svc-conformance plan --base-url https://gateway.example.com
  svc-conformance plan --target target.yaml --profile full --json

Exit codes: 0 the plan is printed, 2 usage.`

export function planDeclared(end: End): Command {
  return withLimits(withTarget(new Command('plan')))
    .description('tell what a run can cost at most, and what it cannot evidence; nothing is sent')
    .addOption(choosing(new Option('--profile <name>', 'what the run has to evidence'), profiles).default('core'))
    .option('--json', 'print JSON', false)
    .addHelpText('after', HELP)
    .action(async (options: PlanOptions) => {
      const { planCommand } = await import('./command.ts')
      end(planCommand(options))
    })
}
