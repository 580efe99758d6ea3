/** One JSON object written in other ways. It works on the text, so that no number is rounded and no member is lost. */
import type { Row } from './dimensions.ts'

/** Strings, signs and everything between them. White space is none of them: the harness writes none. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^"{}[\]:,]+/g

/** A text that does the same for every token, with the depth at which it stands. */
function written(text: string, each: (token: string, depth: number) => string): string {
  let depth = 0
  return (text.match(TOKEN) ?? [])
    .map((token) => {
      if (token === '}' || token === ']') depth -= 1
      const result = each(token, depth)
      if (token === '{' || token === '[') depth += 1
      return result
    })
    .join('')
}

function indented(text: string): string {
  const line = (depth: number): string => `\n${'  '.repeat(depth)}`
  return written(text, (token, depth) => {
    if (token === '{' || token === '[') return `${token}${line(depth + 1)}`
    if (token === '}' || token === ']') return `${line(depth)}${token}`
    if (token === ',') return `,${line(depth)}`
    return token === ':' ? ': ' : token
  })
}

function spaced(text: string): string {
  return written(text, (token) => (token === ':' || token === ',' ? `${token} ` : token))
}

/** The members of the outermost object from the last to the first. */
function reversed(text: string): string {
  const members: string[] = ['']
  written(text.slice(1, -1), (token, depth) => {
    if (token === ',' && depth === 0) members.push('')
    else members[members.length - 1] += token
    return ''
  })
  return `{${members.toReversed().join(',')}}`
}

/** The first letter of the first message in its long form. */
function escaped(text: string): string {
  return text.replace(
    /("content":")([A-Za-z])/,
    (_, before: string, letter: string) => `${before}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const ways: Record<Exclude<Row['writing'], 'compact'>, (text: string) => string> = {
  indented,
  spaced,
  reversed,
  escaped,
}

/** @param text an object as the harness writes it */
export function writtenAs(text: string, writing: Row['writing']): string {
  return writing === 'compact' ? text : ways[writing](text)
}
