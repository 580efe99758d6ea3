import type { Facts, Finding, FindingLevel, FindingRule } from './finding.ts'
import { type Found, Past } from './past.ts'
import { repeatRules } from './repeat-rules.ts'
import { requestRules } from './request-rules.ts'
import { streamRules } from './stream-rules.ts'

/** The rules for all client mistakes that a gateway can detect. */
export const findingRules: readonly FindingRule[] = [...requestRules, ...repeatRules, ...streamRules]

const MAX_SHOWN = 5

/** The number of requests that a verdict covers, and the number of them that the journal has dropped. */
type Seen = Pick<Verdict, 'requests' | 'forgotten'>

/** The judgement of a client from its requests so far. */
export class Verdict {
  /** Whether no breach was found. There may be warnings. */
  readonly ok: boolean
  readonly findings: readonly Finding[]
  /** The number of judged requests. */
  readonly requests: number
  /** The number of judged requests that the journal has dropped; they were judged before that. */
  readonly forgotten: number

  constructor(findings: readonly Finding[], { requests, forgotten }: Seen) {
    this.findings = findings
    this.requests = requests
    this.forgotten = forgotten
    this.ok = this.of('breach').length === 0
    Object.freeze(this)
  }

  /** The findings of one level. */
  of(level: FindingLevel): readonly Finding[] {
    return this.findings.filter((finding) => finding.level === level)
  }

  /** Formats the findings for people: what was found, where, and how to fix it. */
  toString(): string {
    const gone =
      this.forgotten === 0 ? '' : ` (the journal has only the last ${this.requests - this.forgotten} of them)`
    const drawn = `in ${count(this.requests, 'request')}${gone}`
    if (this.findings.length === 0) return `Nothing is wrong with the client ${drawn}.`
    const counts = `${count(this.of('breach').length, 'breach', 'breaches')} and ${count(this.of('warning').length, 'warning')}`
    return [`The client has ${counts} ${drawn}.`, ...this.findings.map(textOf)].join('\n\n')
  }
}

/** Applies all rules to facts, and returns the findings. */
export function draw(facts: Facts): Found {
  const found = findingRules.map(({ id, find }) => [id, find(facts)] as const)
  return new Map(found.filter(([, evidence]) => evidence.length > 0))
}

/** Creates a verdict from current and earlier findings. */
export function judge(facts: Facts, seen: Seen, pasts: readonly Past[] = []): Verdict {
  const joined = Past.joined(pasts, draw(facts))
  const findings = findingRules.flatMap(({ find, ...rule }) => {
    const shown = joined.get(rule.id)
    return shown ? [Object.freeze({ ...rule, ...shown })] : []
  })
  return new Verdict(findings, seen)
}

function textOf({ level, id, words, times, evidence, mend }: Finding): string {
  const shown = evidence.slice(0, MAX_SHOWN).map((one) => `    ${one.words}`)
  if (times > shown.length) shown.push(`    and ${times - shown.length} more`)
  return [`${level} ${id}: ${words}`, ...shown, `  Fix: ${mend}`].join('\n')
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number === 0 ? 'no' : number} ${number === 1 ? one : many}`
}
