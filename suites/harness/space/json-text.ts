/** JSON as text, as the harness writes it: without white space. So no number is rounded, and no member is lost. */

/** Strings, signs and everything between them. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^"{}[\]:,]+/g

export const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? []

/** A text that does the same for every token, with the depth at which it stands. */
export function written(text: string, each: (token: string, depth: number) => string): string {
  let depth = 0
  return tokensOf(text)
    .map((token) => {
      if (token === '}' || token === ']') depth -= 1
      const result = each(token, depth)
      if (token === '{' || token === '[') depth += 1
      return result
    })
    .join('')
}

/** The members of an object: its names with their values as text, in their order. */
export function membersOf(text: string): readonly (readonly [name: string, value: string])[] {
  const parts: string[][] = []
  let depth = 0
  for (const token of tokensOf(text.slice(1, -1))) {
    if (token === '}' || token === ']') depth -= 1
    if (token === '{' || token === '[') depth += 1
    if (parts.length === 0 || (token === ',' && depth === 0)) parts.push([])
    if (token !== ',' || depth > 0) parts.at(-1)?.push(token)
  }
  return parts.map(([name = '""', , ...value]) => [JSON.parse(name) as string, value.join('')])
}

/** The object of these members. */
export function objectOf(members: Iterable<readonly [name: string, value: string]>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}
