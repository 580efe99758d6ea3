/** The page of the results: docs/fuzz.md. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './answers/outcome.ts'

const PAGE = fileURLToPath(new URL('../../docs/fuzz.md', import.meta.url))

/** Memory may have grown by half from a tenth of the requests to all of them, which is nothing to ten times as many. */
const MOST_GROWTH = 1.5

/** One connection in so many may be closed without a word. */
const SELDOM = 1_000

/** One form of the fuzz, and what came of it. */
export interface Form {
  readonly name: string
  readonly outcome: Outcome
}

/** What is wrong with an outcome; empty where all is well. */
export function faultsOf({ requests, silent, broken, repeatedIds, mebibytes: [early, late] }: Outcome): string[] {
  const found: string[] = []
  if (broken > 0) found.push(`${broken} broken`)
  if (silent > requests / SELDOM) found.push(`${silent} closed without an answer`)
  if (repeatedIds > 0) found.push(`${repeatedIds} request ids twice`)
  if (!(late < early * MOST_GROWTH)) found.push(`memory grew from ${early.toFixed(0)} to ${late.toFixed(0)} MiB`)
  return found
}

const count = (number: number): string => number.toLocaleString('en')

function row({ name, outcome }: Form): string {
  const { requests, answers, silent, broken, repeatedIds, statuses, mebibytes } = outcome
  const [early, late] = mebibytes.map((size) => size.toFixed(0))
  const byStatus = [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, times]) => `${status}: ${count(times)}`)
  return `| ${[name, count(requests), count(answers), byStatus.join(', '), silent, broken, repeatedIds, early, late].join(' | ')} |`
}

/** The page as text. */
export function pageText(forms: readonly Form[], seed: number): string {
  return `# The mock under generated requests

Written by \`npm run fuzz\`; do not edit. Seed ${seed}, Node ${process.versions.node}.

- **Core**: bodies from the grammar of the contract that stray from it here and there (wrong types, huge numbers, repeated
  names, \`__proto__\`, lone surrogates), every sixth with damaged bytes, with keys and places of every kind.
- **Sockets**: connections with one to three requests each, nine in ten of them with bytes flipped, cut, moved, repeated or
  put in between, in one packet or two.

Each answer is judged by rules that know nothing of the mock: a status of the contract, the error body of 2.7 and no other,
one request id that no other answer has, a stream that is framed as section 6 says, and a connection that ends. A
connection may be closed without an answer once in a thousand times, since we end our side of it at once. In the core
the status also has to be one that the request allows by the published schema, and never 500.

| form | requests | answers | by status | closed without one | broken | ids twice | MiB after a tenth | MiB at the end |
|---|---|---|---|---|---|---|---|---|
${forms.map(row).join('\n')}
`
}

export function writePage(text: string): void {
  writeFileSync(PAGE, text)
}
