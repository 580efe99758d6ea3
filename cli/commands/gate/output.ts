/** The output of `gate` for each certificate, for people and for programs. */
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { aboutLine } from '../../../reporters/wording/declared.ts'
import { buildWords } from '../../../suites/harness/catalogue/version.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { printable, printableJson } from '../../../suites/harness/text/printable.ts'
import { isLoopback } from '../../certificate/authentic.ts'
import { asideLines, loopbackLine } from '../../certificate/said.ts'
import type { Asking, Decision } from './presented.ts'

/** The most characters of a line with text of others. */
const MAX_LENGTH = 600

/** The demands on every certificate. */
function required({ demands, unsigned }: Asking): string[] {
  return [...demands.map(({ text }) => text), 'not expired', ...(unsigned ? ['no signature'] : [])]
}

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

/** Printed without a demand: what a certificate does not show. */
function shown(statement: AnyStatement): string[] {
  const loopback = loopbackLine(statement)
  return [`it says: ${saidBy(statement)}`, ...(loopback === undefined ? [] : [loopback]), ...asideLines(statement)]
}

export function gateText(all: readonly Decision[], asking: Asking): string {
  const lines = all.flatMap(({ path, statement, reasons }) => [
    `${reasons.length === 0 ? 'PASSED' : 'REFUSED'}: ${printable(path)}`,
    ...(statement ? shown(statement).map((line) => `  ${printable(line, MAX_LENGTH)}`) : []),
    ...reasons.map(({ demand, message }) => `  ${printable(demand)}: ${printable(message, MAX_LENGTH)}`),
  ])
  return `${[
    ...lines,
    `Required: ${required(asking)
      .map((text) => printable(text))
      .join(', ')}`,
  ].join('\n')}\n`
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
