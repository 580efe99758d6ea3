import { Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import { withExtent, withLimits, withTarget } from '../../target/options.ts'
import type { PlanOptions } from './command.ts'

const HELP = `
Examples:
  SVC_CONFORMANCE_KEY=… svc-conformance plan --base-url https://gateway.example.com
  svc-conformance plan --target target.yaml --profile full --json

Exit codes: 0 the plan is printed, 2 usage.`

export function planDeclared(end: End): Command {
  return withExtent(withLimits(withTarget(new Command('plan'))), 'core')
    .description('show what a run sends, its maximum cost, and what it cannot show; nothing is sent to the target')
    .option('--json', 'print JSON', false)
    .addHelpText('after', HELP)
    .action(async (options: PlanOptions) => {
      const { planCommand } = await import('./command.ts')
      end(await planCommand(options))
    })
}
