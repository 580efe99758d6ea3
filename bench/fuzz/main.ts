/**
 * Generated requests against the mock, and spoiled files for what reads them: `npm run fuzz`. A million requests and more, and
 * a hundred thousand files and more, are written to docs/fuzz.md; fewer (`-- --requests 20000 --connections 1000 --files 0`)
 * are only printed; `--seed 7` draws others. Any finding is exit code 1.
 */
import { fuzzCore } from './core.ts'
import { type Files, fuzzFiles } from './files/fuzz.ts'
import { optionsFrom } from './options.ts'
import { type Form, faultsOf, filesText, mockText, writeSection } from './page.ts'
import { fuzzSockets } from './sockets.ts'

/** What the page may be made of; the long form is a million of each. */
const MANY = { requests: 1_000_000, files: 100_000 } as const

const { requests, connections, files, seed } = optionsFrom(process.argv.slice(2))
const forms: Form[] = []
if (requests > 0) forms.push({ name: 'core', outcome: fuzzCore({ requests, seed }) })
if (connections > 0) forms.push({ name: 'sockets', outcome: await fuzzSockets({ requests: connections, seed }) })

for (const { name, outcome } of forms) {
  const faults = faultsOf(outcome)
  for (const text of [...outcome.shown, ...faults]) console.log(`${name}: ${text}`)
  if (faults.length > 0) process.exitCode = 1
}
// Most files end as an error, whose stack nobody reads.
Error.stackTraceLimit = 0
const kinds: readonly Files[] = files > 0 ? await fuzzFiles({ files, seed }) : []
for (const { kind, shown } of kinds) {
  for (const text of shown) console.log(`${kind}: ${text}`)
  if (shown.length > 0) process.exitCode = 1
}
if (forms.length > 0) print(mockText(forms, seed), requests >= MANY.requests)
if (kinds.length > 0) print(filesText(kinds, seed), files >= MANY.files)

/** The table of a section; the page has it where the form was a long one. */
function print(section: string, long: boolean): void {
  console.log(section.slice(section.indexOf('\n| ') + 1))
  if (long) writeSection(section)
}
