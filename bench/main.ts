/**
 * `npm run bench`: measures speeds as ratios within one run. Writes its tables to docs/bench.md; a missed goal is exit
 * code 1. `-- --only models,json` measures some rows and keeps the others, `--rounds 9` measures longer, `--soak` soaks
 * for ten minutes, `--rivals` installs other mocks into a temporary folder and measures them, too.
 */
import { harnessRows } from './harness.ts'
import { type Built, build } from './mock/build.ts'
import { crowded, distributions, lateness } from './mock/paced-rows.ts'
import { rivalRows } from './mock/rivals.ts'
import type { Row } from './mock/row.ts'
import { soak } from './mock/soak.ts'
import { door, footprint, start } from './mock/start-rows.ts'
import { compare, comparisons, shared } from './mock/throughput-rows.ts'
import { type Options, optionsFrom } from './options.ts'
import { optionsOrExit } from './options-or-exit.ts'
import { type Section, sectionText, writePage } from './page.ts'
import { proxyRows } from './proxy/rows.ts'
import type { Ratio } from './rounds.ts'

type Measure = (options: Options, built: Built) => Promise<Row> | Row

const throughput = Object.entries(comparisons).map(([name, comparison]): [string, Measure] => [
  name,
  ({ rounds }, built) => compare(comparison, rounds, built),
])

const mockRows: Readonly<Record<string, Measure>> = {
  ...Object.fromEntries(throughput),
  paced: ({ rounds }, built) => lateness(rounds, built),
  open: ({ rounds }, built) => crowded(rounds, built),
  drawn: ({ rounds }, built) => distributions(rounds, built),
  store: ({ rounds }, built) => shared(rounds, built),
  soak: (options, built) => soak(options.soak, built),
  start: ({ rounds }, built) => start(rounds, built),
  import: ({ rounds }, built) => door(rounds, built),
  footprint,
}

const names = [mockRows, proxyRows, harnessRows].flatMap(Object.keys)
const options = optionsOrExit(() => optionsFrom(process.argv.slice(2), names))
const sections: string[] = []
let missed = false

function report(section: Section): void {
  if (section.rows.length === 0) return
  const text = sectionText(section, options.rounds)
  console.log(text)
  sections.push(text)
}

function wanted<T>(rows: Readonly<Record<string, T>>): T[] {
  const names = Object.keys(rows).filter((name) => options.only.length === 0 || options.only.includes(name))
  return names.map((name) => rows[name] as T)
}

const headOf = (ours: string, theirs: string) => ['what', ours, theirs, 'ratio', 'in CPU time', 'goal', 'kept']

const mockCells = ({ what, ours = '', reference = '', ratio = '', cpu = '', goal = '', kept }: Row): string[] => {
  missed ||= kept === 'no'
  return [what, ours, reference, ratio, cpu, goal, kept]
}

const harnessCells = ({ name, ours, theirs, ratio, goal, kept }: Ratio): string[] => {
  missed ||= !kept
  return [name, ours, theirs, ratio.toFixed(2), goal, kept ? 'yes' : 'no']
}

const built = build()
try {
  const rows: Row[] = []
  for (const measure of wanted(mockRows)) rows.push(await measure(options, built))
  const intro =
    'The mock as the published command starts it, every check of the contract, quota and ledger on, against a bare server that sends the same bytes; 32 connections, whose load stays awake on the other core but for the row of `--workers`.'
  report({ title: 'The mock', intro, head: headOf('the mock', 'bare node:http'), rows: rows.map(mockCells) })

  if (options.rivals) {
    const rivals = await rivalRows(options.rounds, built)
    const others = headOf('the mock', 'the rival')
    const words = 'The same requests to other mocks, logging off, each set up to respond with the same text.'
    report({ title: 'The mock and its rivals', intro: words, head: others, rows: rivals.map(mockCells) })
  }

  const hops: Row[] = []
  for (const measure of wanted(proxyRows)) hops.push(await measure(options, built))
  const hopHead = headOf('the proxy', 'bare pass-through')
  const hopWords =
    'A gateway behind the proxy, against the same gateway behind a pass-through of node:http that judges nothing.'
  report({ title: 'The proxy', intro: hopWords, head: hopHead, rows: hops.map(mockCells) })

  const ratios: Ratio[] = []
  for (const measure of wanted(harnessRows)) ratios.push(await measure(options.rounds, built))
  const columns = ['what', 'ours', 'reference', 'ratio', 'goal', 'kept']
  report({ title: 'The harness', intro: 'What a certification costs.', head: columns, rows: ratios.map(harnessCells) })
} finally {
  built.remove()
}

writePage(sections)
process.exitCode = missed ? 1 : 0
