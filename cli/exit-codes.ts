/** Exit codes, as every command has them. */
export { exitCodeOf, exitCodes } from '../reporters/wording/conclusion/exit-code.ts'

/** Called with the exit code when a command has come to its end. */
export type End = (code: number) => void
