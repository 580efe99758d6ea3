/** The matrix as a table, as JSON and as a page of the docs; and whether every check guards something. */
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { listFaults, listVariants } from '../../mock/index.ts'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import type { Check } from '../../suites/harness/run/check.ts'
import { deservedBy } from './deserved.ts'
import type { Row } from './jobs.ts'
import { EVERY_ANSWER } from './outcome.ts'

const JSON_FILE = fileURLToPath(new URL('../../docs/kill-matrix.json', import.meta.url))
const PAGE = fileURLToPath(new URL('../../docs/kill-matrix.md', import.meta.url))

export interface Figures {
  readonly faults: number
  readonly killed: number
  readonly killedExactly: number
  readonly variants: number
  readonly green: number
  readonly nullServers: number
  readonly undeserved: number
  readonly checks: number
}

interface Matrix {
  readonly figures: Figures
  /** For each check, the faults that its own evidence turned red. */
  readonly guards: Readonly<Record<string, readonly string[]>>
  readonly faults: readonly {
    name: string
    breaks: readonly string[]
    shows: string
    red: readonly string[]
    killers: readonly string[]
  }[]
  readonly variants: readonly { name: string; freedom: string }[]
  readonly nullServers: readonly { name: string; conclusion: string; passes: readonly string[]; reason: string }[]
}

function figures(rows: readonly Row[], checks: number): Figures {
  const faults = rows.filter(({ kind }) => kind === 'fault')
  const variants = rows.filter(({ kind }) => kind === 'variant')
  const nulls = rows.filter(({ kind }) => kind === 'null')
  const breaks = new Map(listFaults().map((fault) => [fault.name, fault.breaks]))
  const killed = faults.filter(({ name, run }) => run.red.some((id) => breaks.get(name)?.includes(id)))
  return {
    faults: faults.length,
    killed: killed.length,
    killedExactly: faults.filter(({ problems }) => problems.length === 0).length,
    variants: variants.length,
    green: variants.filter(({ problems }) => problems.length === 0).length,
    nullServers: nulls.length,
    undeserved: nulls.filter(({ problems }) => problems.length > 0).length,
    checks,
  }
}

function guardsOf(rows: readonly Row[]): Record<string, string[]> {
  const guards: Record<string, string[]> = {}
  for (const { kind, name, run, problems } of rows) {
    if (kind !== 'fault' || problems.length > 0) continue
    for (const killer of run.killers) (guards[killer] ??= []).push(name)
  }
  return Object.fromEntries(Object.entries(guards).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Requirements whose guard the last published matrix knew, and that no check of this name guards any more. */
export function lostGuards(checks: readonly Check[]): string[] {
  const known = existsSync(JSON_FILE) ? Object.keys((JSON.parse(readFileSync(JSON_FILE, 'utf8')) as Matrix).guards) : []
  const there = new Set(checks.map(({ id }) => id))
  return known
    .filter((id) => !id.startsWith(EVERY_ANSWER) && !there.has(id))
    .map((id) => `${id.split('.')[0]}: left unguarded by the check ${id}, which is gone`)
}

/** Checks that catch no fault, and requirements that nothing guards. */
export function guardProblems(rows: readonly Row[], checks: readonly Check[]): string[] {
  const guards = guardsOf(rows)
  const judging = checks.filter(({ kind }) => kind !== 'observation')
  const idle = judging
    .filter(({ id }) => guards[id] === undefined)
    .map(({ id, covers }) => `${covers}: the check ${id} catches no fault`)
  const red = new Set(
    rows.filter(({ kind, problems }) => kind === 'fault' && problems.length === 0).flatMap(({ run }) => run.red),
  )
  const bare = requirements
    .filter(({ id, level }) => (level === 'must' || level === 'should') && !red.has(id))
    .map(({ id }) => `${id}: no fault turns it red`)
  return [...idle, ...bare]
}

/** The closing table. */
export function summarize(rows: readonly Row[]): string {
  const { faults, killed, killedExactly, variants, green, nullServers, undeserved } = figures(rows, 0)
  const time = rows.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const requests = rows.reduce((sum, { run }) => sum + run.requests, 0)
  return [
    '',
    `faults        ${faults}, killed ${killed}, killed exactly ${killedExactly}`,
    `variants      ${variants}, green ${green}`,
    `null servers  ${nullServers}, with undeserved passes ${undeserved}`,
    `rows          ${rows.length}, ${requests} requests, ${Math.round(time / 1000)} s of runs`,
    '',
  ].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function page(matrix: Matrix): string {
  const { figures: f } = matrix
  return `# The kill matrix

Written by \`npm run prove\`. Every fault is the reference mock with one deliberate breach; it has to turn red at
least one of the requirements that it breaks, and no other. Every variant uses one freedom of the contract, and has to
stay green. A null server may pass nothing but what it really does right.

| | rows | as they should be |
|---|---|---|
| faults | ${f.faults} | ${f.killed} killed, ${f.killedExactly} killed exactly |
| variants | ${f.variants} | ${f.green} green |
| null servers | ${f.nullServers} | ${f.nullServers - f.undeserved} without an undeserved pass |

## Faults

| fault | breaks | turned red | shown by |
|---|---|---|---|
${matrix.faults.map(({ name, breaks, red, shows }) => `| \`${name}\` | ${breaks.join(', ')} | ${red.join(', ')} | ${cell(shows)} |`).join('\n')}

## Variants

| variant | freedom |
|---|---|
${matrix.variants.map(({ name, freedom }) => `| \`${name}\` | ${cell(freedom)} |`).join('\n')}

## Null servers

| server | conclusion | passes | why they are deserved |
|---|---|---|---|
${matrix.nullServers.map(({ name, conclusion, passes, reason }) => `| \`${name}\` | ${conclusion} | ${passes.length === 0 ? 'none' : passes.join(', ')} | ${reason} |`).join('\n')}
`
}

/** Writes `docs/kill-matrix.json` and `docs/kill-matrix.md`. */
export async function publish(rows: readonly Row[]): Promise<void> {
  const byName = new Map(rows.map((row) => [`${row.kind} ${row.name}`, row]))
  const guards = guardsOf(rows)
  const matrix: Matrix = {
    figures: figures(rows, Object.keys(guards).length),
    guards,
    faults: listFaults().map(({ name, breaks, shows }) => {
      const run = byName.get(`fault ${name}`)?.run
      return { name, breaks, shows, red: run?.red ?? [], killers: run?.killers ?? [] }
    }),
    variants: listVariants().map(({ name, freedom }) => ({ name, freedom })),
    nullServers: rows
      .filter(({ kind }) => kind === 'null')
      .map(({ name, run }) => ({
        name,
        conclusion: run.conclusion,
        passes: run.passed,
        reason: deservedBy(name).reason,
      })),
  }
  await writeFile(JSON_FILE, `${JSON.stringify(matrix, null, 1)}\n`)
  await writeFile(PAGE, page(matrix))
}
