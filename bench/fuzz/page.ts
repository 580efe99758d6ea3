/** Writes the page of results, out/fuzz.md. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Files } from './files/fuzz.ts'
import type { Forged } from './forged/fuzz.ts'
import type { Outcome } from './responses/outcome.ts'

const PAGE = fileURLToPath(new URL('../../out/fuzz.md', import.meta.url))

/** The allowed growth of memory between a tenth and all of the requests; a leak would grow it far more. */
const MAX_GROWTH = 1.5

/** One connection in this many may be closed without a response. */
const SELDOM = 1_000

/** One kind of fuzzing, and its outcome. */
export interface Form {
  readonly name: string
  readonly outcome: Outcome
}

/** What is wrong with an outcome; empty if nothing is. */
export function faultsOf({ requests, silent, broken, repeatedIds, mebibytes: [early, late] }: Outcome): string[] {
  const found: string[] = []
  if (broken > 0) found.push(`${broken} broken`)
  if (silent > requests / SELDOM) found.push(`${silent} closed without a response`)
  if (repeatedIds > 0) found.push(`${repeatedIds} request ids twice`)
  if (!(late < early * MAX_GROWTH)) found.push(`memory grew from ${early.toFixed(0)} to ${late.toFixed(0)} MiB`)
  return found
}

const count = (number: number): string => number.toLocaleString('en')

const row = (...cells: readonly (string | number | undefined)[]): string => `| ${cells.join(' | ')} |`

function formRow({ name, outcome }: Form): string {
  const { requests, responses, silent, broken, repeatedIds, statuses, mebibytes } = outcome
  const [early, late] = mebibytes.map((size) => size.toFixed(0))
  const byStatus = [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, times]) => `${status}: ${count(times)}`)
  return row(name, count(requests), count(responses), byStatus.join(', '), silent, broken, repeatedIds, early, late)
}

export function mockText(forms: readonly Form[], seed: number): string {
  return `## The mock under generated requests

Seed ${seed}, Node ${process.versions.node}.

- **Core**: bodies from the grammar of the contract that stray from it here and there (wrong types, huge numbers, repeated
  names, \`__proto__\`, lone surrogates), every sixth with damaged bytes, with keys and places of every kind.
- **Sockets**: connections with one to three requests each, nine in ten of them with bytes flipped, cut, moved, repeated or
  put in between, in one packet or two.

Each response is judged by rules that know nothing of the mock: a status of the contract, the error body of 2.7 and no other,
one request id that no other response has, a stream that is framed as section 6 says, and a connection that ends. A
connection may be closed without a response once in a thousand times, since we end our side of it at once. In the core
the status also has to be one that the request allows by the published schema, and never 500.

| form | requests | responses | by status | closed without one | broken | ids twice | MiB after a tenth | MiB at the end |
|---|---|---|---|---|---|---|---|---|
${forms.map(formRow).join('\n')}
`
}

export function filesText(kinds: readonly Files[], seed: number): string {
  const rows = kinds.map(({ kind, read, valid, broken, longest }) =>
    row(kind, count(read), count(valid), count(read - valid - broken), broken, Math.ceil(longest)),
  )
  return `## Commands under mutated files

Seed ${seed}, Node ${process.versions.node}.

Each file is a mutated valid one: bytes flipped, cut, moved or repeated; words of YAML put in between, such as anchors,
aliases, tags and hundreds of brackets; and in its data members taken out, renamed, repeated or replaced, by other types, huge
numbers, deep nesting, and texts that would drive a terminal or a log. It is read as the command reads it. One in twenty of those
that are still valid is used as well: a mock is made of the configuration, every format of the report.

Whatever is not valid has to end as a mistake of the user (exit code 2, or an INVALID of \`verify\`) whose message names the file,
has nothing in it that is not shown as it is, and comes within five seconds, with other things going on.

| file | read | valid | reported | broken | longest, ms |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

export function forgedText(kinds: readonly Forged[], seed: number): string {
  const rows = kinds.map(({ kind, ways, made, refused, harmless, longest }) =>
    row(kind, ways, count(made), count(refused), count(harmless), made - refused - harmless, Math.ceil(longest)),
  )
  return `## Forged inputs

Seed ${seed}, Node ${process.versions.node}.

- **Certificate**: a signed one, forged in its envelope, signature, payload or text, and verified with the key.
- **Statement**: an unsigned one with other times, URLs, sets, waivers, challenges or verdicts than its record leads to.
- **Record**: exchanges left out, repeated, moved or changed; the forger has made digests and numbers again, without a key.
- **Texts**: a certificate and a report with a hostile text in any member or in the name of its file, printed by verify, gate, report and diff in each
  format; none may print it raw, as a command of a CI log, as active HTML or outside of its code span.
- **Store**: replies of a store to a mock that reads the ledger of a project.
- **Admin request**: what a page or a neighbour sends to open a project.
- **Echoed key**: a drawn key in each form that docs/certify.md lists as found; refused means masked.

Each is made of one that is accepted. It has to be refused as a mistake of its author within five seconds, or to mean exactly
what the original means (harmless).

| kind | ways | made | refused | harmless | broken | longest, ms |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`
}

/** Writes the page, and prints the tables of its sections. */
export function writePage(sections: readonly string[]): void {
  for (const section of sections) console.log(section.slice(section.indexOf('\n| ') + 1))
  mkdirSync(dirname(PAGE), { recursive: true })
  writeFileSync(PAGE, ['# Under generated requests, mutated files and forged inputs\n', ...sections].join('\n'))
}
