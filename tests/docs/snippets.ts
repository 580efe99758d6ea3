/** The fenced blocks of a Markdown page. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Snippet {
  readonly language: string
  readonly text: string
  /** `README.md:12`. */
  readonly where: string
  /** The nearest second-level heading above it; empty before the first. */
  readonly section: string
}

export const root = fileURLToPath(new URL('../../', import.meta.url))

export function snippetsOf(page: string): Snippet[] {
  const lines = readFileSync(`${root}${page}`, 'utf8').split('\n')
  const snippets: Snippet[] = []
  let open: { language: string; from: number } | undefined
  let section = ''
  for (const [index, line] of lines.entries()) {
    if (!open && line.startsWith('## ')) section = line.slice(3)
    if (!line.startsWith('```')) continue
    if (!open) open = { language: line.slice(3).trim(), from: index + 1 }
    else {
      snippets.push({
        language: open.language,
        text: lines.slice(open.from, index).join('\n'),
        where: `${page}:${open.from}`,
        section,
      })
      open = undefined
    }
  }
  return snippets
}

/** The text of a page from this second-level heading to the next one. */
export function sectionOf(page: string, heading: string): string {
  const parts = readFileSync(`${root}${page}`, 'utf8').split(/^(?=## )/m)
  const part = parts.find((text) => text.startsWith(`## ${heading}\n`))
  if (part === undefined) throw new Error(`${page} has no section ${heading}`)
  return part
}

/** Runs with the profile smoke where commands name no profile, since the full runs would be the same on every page. */
export const inShort = (text: string): string =>
  text.replaceAll(
    /^npx (?:--yes )?svc-conformance(?:@\S+)? run (?!.*--(?:profile|requirement|suite) ).*$/gm,
    '$& --profile smoke',
  )
