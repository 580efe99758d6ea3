/** Exit codes of every command. */
export { exitCodeOf, exitCodes } from '../reporters/wording/conclusion/exit-code.ts'

/** Called with the exit code when a command has ended. */
export type End = (code: number) => void

type Code = number | Promise<number>

/** The action of a declared command: loads its function, passes on what commander parsed, and ends with its exit code. */
export const running =
  (end: End, load: () => Promise<(...parsed: never[]) => Code>) =>
  async (...parsed: unknown[]): Promise<void> => {
    const command = await load()
    end(await command(...(parsed as never[])))
  }
