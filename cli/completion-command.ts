/** `svc-conformance completion`: a script for a shell, from the commands as they are declared. */
import type { Command } from 'commander'
import { bashCompletion } from './completion-bash.ts'
import { fishCompletion } from './completion-fish.ts'
import { type CompletedCommand, completedCommands } from './completion-words.ts'
import { zshCompletion } from './completion-zsh.ts'
import { exitCodes } from './exit-codes.ts'
import type { Shell } from './shells.ts'

const scripts: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

/** Prints the script and gives the exit code. */
export function completionCommand(shell: Shell, commands: readonly Command[]): number {
  process.stdout.write(scripts[shell](completedCommands(commands)))
  return exitCodes.conformant
}
