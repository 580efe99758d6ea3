type NameOf<Line extends string> = Line extends `${infer Name} ${infer Rest}` ? Name | NameOf<Rest> : Line

/** A long list of names, from lines in which spaces separate them. */
export const names = <const Line extends string>(...lines: readonly Line[]): readonly NameOf<Line>[] =>
  lines.flatMap((line) => line.split(' ') as NameOf<Line>[])

/** The letters of a name: `topP`, `Top-P` and `top_p` have the same ones. */
export const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')
