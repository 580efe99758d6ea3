/** The fenced blocks of a Markdown page. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Snippet {
  readonly language: string
  readonly text: string
  /** `README.md:12`. */
  readonly where: string
}

export const root = fileURLToPath(new URL('../../', import.meta.url))

export function snippetsOf(page: string): Snippet[] {
  const lines = readFileSync(`${root}${page}`, 'utf8').split('\n')
  const snippets: Snippet[] = []
  let open: { language: string; from: number } | undefined
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('```')) continue
    if (!open) open = { language: line.slice(3).trim(), from: index + 1 }
    else {
      snippets.push({
        language: open.language,
        text: lines.slice(open.from, index).join('\n'),
        where: `${page}:${open.from}`,
      })
      open = undefined
    }
  }
  return snippets
}
