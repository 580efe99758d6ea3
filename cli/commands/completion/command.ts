/** `svc-conformance completion`: a script for a shell, from the commands as they are declared. */
import type { Command } from 'commander'
import { exitCodes } from '../../exit-codes.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { type CompletedCommand, completedCommands } from './words.ts'
import { zshCompletion } from './zsh.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

const scripts: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

export function completionCommand(shell: Shell, commands: readonly Command[]): number {
  process.stdout.write(scripts[shell](completedCommands(commands)))
  return exitCodes.conformant
}
