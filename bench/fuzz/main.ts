/**
 * Generated requests against the mock: `npm run fuzz`. A million of them and more are written to docs/fuzz.md, fewer
 * (`-- --requests 20000 --connections 1000`) are only printed; `--seed 7` draws others. Any finding is exit code 1.
 */
import { fuzzCore } from './core.ts'
import { optionsFrom } from './options.ts'
import { type Form, faultsOf, pageText, writePage } from './page.ts'
import { fuzzSockets } from './sockets.ts'

/** What the project promises of the long form. */
const MANY = 1_000_000

const { requests, connections, seed } = optionsFrom(process.argv.slice(2))
const forms: Form[] = [{ name: 'core', outcome: fuzzCore({ requests, seed }) }]
if (connections > 0) forms.push({ name: 'sockets', outcome: await fuzzSockets({ requests: connections, seed }) })

for (const { name, outcome } of forms) {
  const faults = faultsOf(outcome)
  for (const text of [...outcome.shown, ...faults]) console.log(`${name}: ${text}`)
  if (faults.length > 0) process.exitCode = 1
}
const text = pageText(forms, seed)
console.log(text.slice(text.indexOf('| form')))
if (requests >= MANY) writePage(text)
