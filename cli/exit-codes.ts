/** Exit codes of every command. */
export { exitCodeOf, exitCodes } from '../reporters/wording/conclusion/exit-code.ts'

/** Called with the exit code when a command has ended. */
export type End = (code: number) => void
