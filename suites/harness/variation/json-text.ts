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

/** Where a member, its value, an array or an object begins or ends; strings are passed over whole. */
const JOINT = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g

/** The members of an object: its names with their values as text, in their order. */
export function membersOf(text: string): readonly (readonly [name: string, value: string])[] {
  const members: [name: string, value: string][] = []
  let [depth, begin, colon] = [0, 1, 0]
  const add = (end: number): void => {
    if (colon > begin) members.push([JSON.parse(text.slice(begin, colon)) as string, text.slice(colon + 1, end)])
    begin = end + 1
  }
  for (const { 0: joint, index } of text.slice(0, -1).matchAll(JOINT)) {
    if (joint === '{' || joint === '[') depth += 1
    else if (joint === '}' || joint === ']') depth -= 1
    else if (depth > 1) continue
    else if (joint === ',') add(index)
    else if (joint === ':') colon = index
  }
  add(text.length - 1)
  return members
}

/** The object of these members. */
export function objectOf(members: Iterable<readonly [name: string, value: string]>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}
