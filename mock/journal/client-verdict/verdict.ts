import type { Facts, Finding, FindingLevel, FindingRule } from './finding.ts'
import { repeatRules } from './repeat-rules.ts'
import { requestRules } from './request-rules.ts'
import { streamRules } from './stream-rules.ts'

/** Everything that a client can do wrong as far as a gateway sees it. */
export const findingRules: readonly FindingRule[] = [...requestRules, ...repeatRules, ...streamRules]

const MOST_SHOWN = 5

/** What the requests so far say of the client that sent them. */
export class Verdict {
  /** No breach was found. Warnings may be there all the same. */
  readonly ok: boolean
  readonly findings: readonly Finding[]
  /** How many requests it was drawn from. */
  readonly requests: number

  constructor(findings: readonly Finding[], requests: number) {
    this.findings = findings
    this.requests = requests
    this.ok = this.of('breach').length === 0
    Object.freeze(this)
  }

  /** The findings of one level. */
  of(level: FindingLevel): readonly Finding[] {
    return this.findings.filter((finding) => finding.level === level)
  }

  /** For people: what was found, where, and how to fix it. */
  toString(): string {
    const drawn = `in ${count(this.requests, 'request')}`
    if (this.findings.length === 0) return `Nothing is wrong with the client ${drawn}.`
    const counts = `${count(this.of('breach').length, 'breach', 'breaches')} and ${count(this.of('warning').length, 'warning')}`
    return [`The client has ${counts} ${drawn}.`, ...this.findings.map(told)].join('\n\n')
  }
}

/** Draws a verdict; nothing but the facts has a say in it. */
export function judge(facts: Facts): Verdict {
  const findings = findingRules.flatMap(({ find, ...rule }) => {
    const evidence = find(facts)
    return evidence.length === 0 ? [] : [Object.freeze({ ...rule, evidence })]
  })
  return new Verdict(findings, facts.entries.length)
}

function told({ level, id, words, evidence, mend }: Finding): string {
  const shown = evidence.slice(0, MOST_SHOWN).map((one) => `    ${one.words}`)
  if (evidence.length > MOST_SHOWN) shown.push(`    and ${evidence.length - MOST_SHOWN} more`)
  return [`${level} ${id}: ${words}`, ...shown, `  Mend: ${mend}`].join('\n')
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number === 0 ? 'no' : number} ${number === 1 ? one : many}`
}
