/** The rows in words: a line for each kind, and one for each problem. */
import { CONFORMING } from './gateways.ts'
import type { Kind } from './kinds.ts'
import type { Row } from './rows.ts'
import { nameOf } from './run-all.ts'

const HEAD = ['', 'runs', 'conformant', 'incomplete', 'nonconformant', 'problems']

function cells(name: string, rows: readonly Row[]): string[] {
  const count = (conclusion: Row['conclusion']): string =>
    String(rows.filter((row) => row.conclusion === conclusion).length)
  return [
    name,
    String(rows.length),
    count('conformant'),
    count('incomplete'),
    count('nonconformant'),
    String(rows.filter(({ problem }) => problem !== undefined).length),
  ]
}

function aligned(lines: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  )
}

/** Two tables, of the conforming gateway and of the broken ones. */
export function tableOf(kinds: readonly Kind[], rows: readonly Row[]): string {
  const conforming = rows.filter(({ gateway }) => gateway === CONFORMING)
  const broken = rows.filter(({ gateway }) => gateway !== CONFORMING)
  const part = (title: string, of: readonly Row[]): string[] =>
    of.length === 0
      ? []
      : aligned([
          [title, ...HEAD.slice(1)],
          ...kinds.map(({ name }) =>
            cells(
              name,
              of.filter(({ kind }) => kind === name),
            ),
          ),
          cells('all', of),
        ])
  return [...part('conforming gateway', conforming), '', ...part('broken gateways', broken)].join('\n').trim()
}

export function problemLine(row: Row): string {
  const why = Object.entries(row.red).map(([id, message]) => `${id} (${message.replaceAll(/\s+/g, ' ').slice(0, 200)})`)
  return `${nameOf(row)} [${row.met ?? 'not reached'}]: ${row.problem}${why.length > 0 ? `; ${why.join('; ')}` : ''}`
}
