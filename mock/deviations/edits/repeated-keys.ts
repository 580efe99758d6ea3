/** Whether an object of a JSON text has a member twice. Takes the text for valid JSON. */
export function repeatsKey(text: string): boolean {
  const open: (Set<string> | undefined)[] = []
  const tokens = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/gs
  for (const [token, key = '', colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (colon !== undefined) {
      const name = unescaped(key)
      if (open.at(-1)?.has(name)) return true
      open.at(-1)?.add(name)
    }
  }
  return false
}

function unescaped(key: string): string {
  try {
    return JSON.parse(`"${key}"`) as string
  } catch {
    return key
  }
}
