type NameOf<Line extends string> = Line extends `${infer Name} ${infer Rest}` ? Name | NameOf<Rest> : Line

/** A long list of names, in lines with a blank between two. */
export const names = <const Line extends string>(...lines: readonly Line[]): readonly NameOf<Line>[] =>
  lines.flatMap((line) => line.split(' ') as NameOf<Line>[])
