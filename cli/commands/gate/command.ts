/** `svc-conformance gate`: decides offline, without judging again, whether certified gateways may be deployed. */
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { aboutLine } from '../../../reporters/wording/declared.ts'
import { buildWords } from '../../../suites/harness/catalogue/version.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { printable, printableJson } from '../../../suites/harness/text/printable.ts'
import { isLoopback, type NeighbouringFiles } from '../../certificate/authentic.ts'
import { isAtHand, namedBytes, nextTo, readCertificate } from '../../certificate/file.ts'
import { trafficLine } from '../../certificate/revoked.ts'
import { asideLines, loopbackLine } from '../../certificate/said.ts'
import { print } from '../../output.ts'
import { demandsOf } from './demands.ts'
import { type Asking, type Decision, decide } from './presented.ts'

export interface GateOptions {
  readonly require?: readonly string[]
  readonly unsigned?: boolean
  readonly at?: Date
  readonly json?: true
}

/** The exit codes. 2 and 4 mean the same as in every command. */
const gateCodes = { passed: 0, refused: 1 } as const

/** The files next to a certificate that are present; none of them is required. */
function neighbouringFiles(path: string, { predicate: { report, transcript } }: AnyStatement): NeighbouringFiles {
  const read = (name: string, what: string): NeighbouringFiles['report'] => {
    const file = nextTo(path, name)
    return isAtHand(file) ? namedBytes(file, what) : undefined
  }
  return compact({ report: read(report.name, 'the report'), transcript: read(transcript.name, 'the transcript') })
}

/** Prints whether each certificate passes, and gives the exit code. @throws UsageError */
export function gateCommand(paths: readonly string[], { unsigned = false, at, json, ...options }: GateOptions): number {
  const demands = demandsOf(options.require, unsigned)
  const asking = { demands, unsigned, now: at ?? new Date() }
  const all = paths.map((path) =>
    decide({ certificate: readCertificate(path), files: (statement) => neighbouringFiles(path, statement) }, asking),
  )
  print((json ? gateJson : gateText)(all, asking))
  return all.every(({ reasons }) => reasons.length === 0) ? gateCodes.passed : gateCodes.refused
}

/** The maximum number of characters of a line that quotes untrusted text. */
const MAX_LENGTH = 600

/** The demands on every certificate. */
const required = ({ demands, unsigned }: Asking): string[] => [
  ...demands.map(({ text }) => text),
  'not expired',
  ...(unsigned ? ['no signature'] : []),
]

/** The values of a certificate that can be demanded. */
function saidBy({ predicate }: AnyStatement): string {
  const { target, contract, profile, set, harness, finished, expires } = predicate
  const declared = aboutLine({ target })
  return [
    target.base_url,
    `contract ${contract.version}`,
    `profile ${profile}`,
    ...(set ? [`set ${set.name}`] : []),
    `svc-conformance ${buildWords(harness)}`,
    `run of ${finished}`,
    `until ${expires}`,
    ...(declared === undefined ? [] : [declared]),
  ].join(' · ')
}

/** Printed for every certificate: its values, and what it does not show. */
function shown(statement: AnyStatement): string[] {
  const loopback = loopbackLine(statement)
  return [`it says: ${saidBy(statement)}`, ...(loopback === undefined ? [] : [loopback]), ...asideLines(statement)]
}

const trafficLines = ({ demands }: Asking): string[] =>
  demands.flatMap(({ surveillance }) => (surveillance ? [trafficLine(surveillance)] : []))

export function gateText(all: readonly Decision[], asking: Asking): string {
  const lines = all.flatMap(({ path, statement, reasons }) => [
    `${reasons.length === 0 ? 'PASSED' : 'REFUSED'}: ${printable(path)}`,
    ...(statement ? shown(statement).map((line) => `  ${printable(line, MAX_LENGTH)}`) : []),
    ...(reasons.length === 0 ? trafficLines(asking) : []).map((line) => `  ${printable(line, MAX_LENGTH)}`),
    ...reasons.map(({ demand, message }) => `  ${printable(demand)}: ${printable(message, MAX_LENGTH)}`),
  ])
  const demands = required(asking).map((text) => printable(text))
  return [...lines, `Required: ${demands.join(', ')}`, ''].join('\n')
}

export function gateJson(all: readonly Decision[], asking: Asking): string {
  const certificates = all.map(({ path, statement, reasons }) => ({
    file: path,
    passed: reasons.length === 0,
    reasons,
    ...(statement ? { says: saysOf(statement) } : {}),
  }))
  const passed = certificates.every((each) => each.passed)
  return `${printableJson({ passed, now: asking.now.toISOString(), required: required(asking), certificates })}\n`
}

function saysOf(statement: AnyStatement): object {
  const { predicate } = statement
  const { target, contract, profile, set, finished, expires, not_applicable, not_scored, challenges } = predicate
  const { peers, network } = target
  const { seed_from, nonce, harness } = predicate
  return {
    base_url: target.base_url,
    loopback: isLoopback(statement),
    contract: contract.version,
    profile,
    ...compact({ set: set?.name }),
    harness,
    finished,
    expires,
    ...compact({ seed_from, nonce, peers, network }),
    ...compact({ about: target.declared?.about, not_applicable, not_scored, challenges }),
  }
}
