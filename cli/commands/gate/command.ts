/** `svc-conformance gate`: may the subjects of these certificates be deployed? Offline, and nothing is judged again. */
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import type { NeighbouringFiles } from '../../certificate/authentic.ts'
import { isAtHand, namedBytes, nextTo, readCertificate } from '../../certificate/file.ts'
import { publicKeyFrom } from '../../certificate/signing-key.ts'
import { print } from '../../output/print.ts'
import { namesKeys, parseDemands } from './demands.ts'
import { gateJson, gateText } from './output.ts'
import { decide } from './presented.ts'

export interface GateOptions {
  readonly require?: readonly string[]
  readonly unsigned?: boolean
  readonly at?: Date
  readonly json?: true
}

/** What each exit code means. 2 and 4 are those of every command. */
export const gateCodes = { passed: 0, refused: 1 } as const

/** Files next to a certificate, if present: a gate needs none of them. */
function neighbouringFiles(path: string, { predicate: { report, transcript } }: AnyStatement): NeighbouringFiles {
  const read = (name: string, what: string): NeighbouringFiles['report'] => {
    const file = nextTo(path, name)
    return isAtHand(file) ? namedBytes(file, what) : undefined
  }
  return compact({ report: read(report.name, 'the report'), transcript: read(transcript.name, 'the transcript') })
}

/** Prints whether each certificate passes, and gives the exit code. @throws UsageError */
export function gateCommand(paths: readonly string[], { unsigned = false, at, json, ...options }: GateOptions): number {
  const demands = (options.require ?? []).flatMap((text) => parseDemands(text, publicKeyFrom))
  if (unsigned && demands.some(namesKeys)) throw new UsageError('--unsigned and key= are mutually exclusive')
  const asking = { demands, unsigned, now: at ?? new Date() }
  const all = paths.map((path) =>
    decide({ certificate: readCertificate(path), files: (statement) => neighbouringFiles(path, statement) }, asking),
  )
  print((json ? gateJson : gateText)(all, asking))
  return all.every(({ reasons }) => reasons.length === 0) ? gateCodes.passed : gateCodes.refused
}
