/**
 * `npm run fuzz`: passes generated requests, mutated files and forged inputs to their readers. Writes out/fuzz.md.
 * Findings exit with 1. `-- --requests 20000 --connections 1000 --files 0 --forged 0` takes fewer, `--seed 7` others.
 */
import { parseArgs } from 'node:util'
import { optionsOrExit } from '../options-or-exit.ts'
import { fuzzCore } from './core.ts'
import { type Files, fuzzFiles } from './files/fuzz.ts'
import { fuzzForged } from './forged/fuzz.ts'
import { type Form, faultsOf, filesText, forgedText, mockText, writePage } from './page.ts'
import { fuzzSockets } from './sockets.ts'

const DEFAULTS = {
  /** Requests that are passed directly to the core. */
  requests: 1_000_000,
  /** Connections with damaged bytes. */
  connections: 50_000,
  /** Mutated files. */
  files: 1_000_000,
  /** Forged inputs for each way to forge. */
  forged: 300,
  seed: 1,
}

/** @throws RangeError if a number is malformed */
function optionsFrom(args: readonly string[]): Readonly<typeof DEFAULTS> {
  const options = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ args: [...args], options })
  const given = Object.entries(values).map(([name, text]) => [name, whole(name, String(text))])
  return { ...DEFAULTS, ...Object.fromEntries(given) }
}

function whole(name: string, text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new RangeError(`--${name} takes a whole number of at least 0, not ${text}`)
}

const { requests, connections, files, forged, seed } = optionsOrExit(() => optionsFrom(process.argv.slice(2)))
const forms: Form[] = []
if (requests > 0) forms.push({ name: 'core', outcome: fuzzCore({ requests, seed }) })
if (connections > 0) forms.push({ name: 'sockets', outcome: await fuzzSockets({ requests: connections, seed }) })

for (const { name, outcome } of forms) {
  const faults = faultsOf(outcome)
  for (const text of [...outcome.shown, ...faults]) console.log(`${name}: ${text}`)
  if (faults.length > 0) process.exitCode = 1
}
// Skip stack traces: most files cause an error whose stack is never read.
Error.stackTraceLimit = 0
const kinds: readonly Files[] = files > 0 ? await fuzzFiles({ files, seed }) : []
const forgeries = forged > 0 ? await fuzzForged(forged, seed) : []
for (const { kind, shown } of [...kinds, ...forgeries]) {
  for (const text of shown) console.log(`${kind}: ${text}`)
  if (shown.length > 0) process.exitCode = 1
}
writePage([
  ...(forms.length > 0 ? [mockText(forms, seed)] : []),
  ...(kinds.length > 0 ? [filesText(kinds, seed)] : []),
  ...(forgeries.length > 0 ? [forgedText(forgeries, seed)] : []),
])
