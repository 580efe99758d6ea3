/** Writes the page of results, docs/bench.md, with a section for each table. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const PAGE = fileURLToPath(new URL('../docs/bench.md', import.meta.url))

const HEAD = `# Speed

Written by \`npm run bench\`; do not edit. Every figure is a ratio within one run, because the figures of two machines,
or of two days, cannot be compared; a row may be of another run than its neighbour. The median of the rounds counts; in
each round both sides are measured in turn.
`

/** A table of the page, with an introduction that says what was measured and where. */
export interface Section {
  readonly title: string
  readonly intro: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The text of a section on the page. */
export function sectionText({ title, intro, head, rows }: Section, rounds: number): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const where = `Node ${process.versions.node}, ${availableParallelism()} cores, medians of ${rounds} rounds.`
  const table = [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)]
  return `## ${title}\n\n${intro} ${where}\n\n${table.join('\n')}\n`
}

/** Replaces rows with the same first cell, and keeps the other rows and sections. */
export function writePage(texts: readonly string[]): void {
  const sections = new Map<string, string>()
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
  for (const text of [...page.split(/^(?=## )/m).slice(1), ...texts]) {
    const title = text.slice(0, text.indexOf('\n'))
    sections.set(title, `${joined(sections.get(title), text).trimEnd()}\n`)
  }
  writeFileSync(PAGE, [HEAD, ...sections.values()].join('\n'))
}

/** A new section, together with the other rows of the old section with this title. */
function joined(before: string | undefined, after: string): string {
  if (before === undefined) return after
  const fresh = rowsOf(after)
  const rows = [...new Map([...rowsOf(before), ...fresh]).values()]
  const [first = ''] = fresh.values()
  return after.slice(0, after.indexOf(first)) + rows.join('\n')
}

/** The rows of a table, keyed by their first cell, without the head. */
function rowsOf(section: string): Map<string, string> {
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return new Map(lines.slice(2).map((line) => [line.split('|')[1]?.trim() ?? '', line]))
}
