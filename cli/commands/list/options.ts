import { Argument, Command } from 'commander'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import type { End } from '../../exit-codes.ts'
import { choosing } from '../../option-values.ts'
import type { Listing, ListOptions } from './command.ts'

const listings = ['requirements', 'checks', 'suites', 'sets', 'faults', 'variants', 'scenarios'] satisfies Listing[]

const HELP = `
Examples:
  svc-conformance list requirements
  svc-conformance list checks --json
  svc-conformance explain stream-done

Exit codes: 0 printed, 2 there is no such list.`

export function listDeclared(end: End): Command {
  return new Command('list')
    .description(
      'list requirements, checks, suites, scoring sets, faults and variants of the mock, or client scenarios',
    )
    .addArgument(choosing(new Argument('[what]', 'the list to print'), listings))
    .option('--json', 'print JSON', false)
    .addHelpText('after', HELP)
    .action(async (what: Listing | undefined, options: ListOptions) => {
      if (what === undefined) throw new UsageError(`name what to list: ${listings.join(', ')}`)
      const { listCommand } = await import('./command.ts')
      end(await listCommand(what, options))
    })
}
