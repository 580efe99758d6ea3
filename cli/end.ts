/** Takes the exit code of a command that has come to its end. */
export type End = (code: number) => void
