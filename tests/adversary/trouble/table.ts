/** Describes the rows: a line for each kind, and one for each problem. */
import { aligned } from '../aligned.ts'
import { CONFORMING } from './gateways.ts'
import type { Kind } from './kinds.ts'
import { nameOf, type Row } from './rows.ts'

const CONCLUSIONS = ['conformant', 'incomplete', 'nonconformant'] as const

function cells(name: string, rows: readonly Row[]): string[] {
  const counts = CONCLUSIONS.map((conclusion) => rows.filter((row) => row.conclusion === conclusion).length)
  const problems = rows.filter(({ problem }) => problem !== undefined).length
  return [name, ...[rows.length, ...counts, problems].map(String)]
}

/** Two tables: one for the conforming gateway, and one for the broken ones. */
export function tableOf(kinds: readonly Kind[], rows: readonly Row[]): string {
  const part = (title: string, of: readonly Row[]): string => {
    if (of.length === 0) return ''
    const byKind = kinds.map(({ name }) =>
      cells(
        name,
        of.filter(({ kind }) => kind === name),
      ),
    )
    return aligned([[title, 'runs', ...CONCLUSIONS, 'problems'], ...byKind, cells('all', of)])
  }
  const conforming = rows.filter(({ gateway }) => gateway === CONFORMING)
  const broken = rows.filter(({ gateway }) => gateway !== CONFORMING)
  return `${part('conforming gateway', conforming)}\n\n${part('broken gateways', broken)}`.trim()
}

export function problemLine(row: Row): string {
  const why = Object.entries(row.red).map(([id, message]) => `${id} (${message.replaceAll(/\s+/g, ' ').slice(0, 200)})`)
  return `${nameOf(row)} [${row.met ?? 'not reached'}]: ${row.problem}${why.length > 0 ? `; ${why.join('; ')}` : ''}`
}
