/** Describes the rows. */
import type { Program } from './programs.ts'
import type { Row } from './rows.ts'

/** The maximum number of reasons below a row. */
const MAX = 15

/** A conspicuous line that says what was not run, and how to install it. */
export function missingLine(lacking: readonly Program[]): string {
  const packages = lacking.flatMap((program) => program.packages).join(' ')
  return `NOT INSTALLED, so NOT RUN: ${lacking.map(({ proxy }) => proxy).join(', ')} (apt-get install --no-install-recommends ${packages})`
}

export function lineOf({ setup, conclusion, red, warned, requests, compressed, seconds, problem }: Row): string {
  return [
    problem === undefined ? 'ok ' : 'NO ',
    setup.name.padEnd(30),
    conclusion.padEnd(14),
    `${requests} requests`.padStart(14),
    `${seconds.toFixed(1)} s`.padStart(8),
    ...(compressed.length > 0 ? [`  ${compressed.length} compressed`] : []),
    ...(red.size > 0 ? [`  fail: ${[...red.keys()].join(', ')}`] : []),
    ...(warned.size > 0 ? [`  warn: ${[...warned.keys()].join(', ')}`] : []),
    ...(problem === undefined ? [] : [`  PROBLEM: ${problem}`]),
  ].join('')
}

export function reasonsOf({ red, warned, open }: Row): string[] {
  const lines = (verdict: string, found: ReadonlyMap<string, string>): string[] =>
    [...found].map(([id, message]) => `${verdict} ${id}: ${message.replaceAll(/\s+/g, ' ').slice(0, 300)}`)
  const all = [...lines('fail', red), ...lines('warn', warned), ...lines('open', open)]
  return all.length > MAX ? [...all.slice(0, MAX), `and ${all.length - MAX} more`] : all
}

export function summaryOf(ran: number, problems: readonly string[]): string {
  if (problems.length === 0) return `\n${ran} set-ups, each as its table says`
  return `\n${problems.length} of ${ran} set-ups are not as the table says:\n${problems.map((each) => `  ${each}`).join('\n')}`
}
