import { Argument, Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import { choosing } from '../../option-values.ts'
import type { Shell } from './command.ts'

const shells = ['bash', 'zsh', 'fish'] satisfies Shell[]

const COMPLETION_HELP = `
Examples:
  eval "$(svc-conformance completion bash)"                                        in ~/.bashrc
  svc-conformance completion zsh > ~/.zsh/_svc-conformance                         a folder of fpath
  svc-conformance completion fish > ~/.config/fish/completions/svc-conformance.fish

Exit codes: 0 printed, 2 there is no such shell.`

export function completionDeclared(end: End): Command {
  return new Command('completion')
    .description('print a completion script for commands, options, values and requirement ids')
    .addArgument(choosing(new Argument('<shell>', 'the shell'), shells))
    .addHelpText('after', COMPLETION_HELP)
    .action(async (shell: Shell, _options: object, { parent }: Command) => {
      const { completionCommand } = await import('./command.ts')
      end(completionCommand(shell, parent?.commands ?? []))
    })
}
