type NameOf<Line extends string> = Line extends `${infer Name} ${infer Rest}` ? Name | NameOf<Rest> : Line

/** A long list of names, from lines in which spaces separate them. */
export const names = <const Line extends string>(...lines: readonly Line[]): readonly NameOf<Line>[] =>
  lines.flatMap((line) => line.split(' ') as NameOf<Line>[])

/** The letters of a name: `topP`, `Top-P`, `top_p` and names with U+017F or U+212A for s or k have the same ones. */
export const lettersOf = (name: string): string =>
  name
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
