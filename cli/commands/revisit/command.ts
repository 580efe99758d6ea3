/** `svc-conformance revisit`: sends ordinary requests to the target of a certificate, and looks for contradictions. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type AnyStatement, fileOf } from '../../../reporters/certificate/any-version.ts'
import { revisitedStatement, withRevisit } from '../../../reporters/certificate/revisited.ts'
import type { FormatName } from '../../../reporters/formats/format-names.ts'
import { reportText } from '../../../reporters/formats/json.ts'
import { writeWhole } from '../../../reporters/formats/whole-file.ts'
import { summaryOf } from '../../../reporters/terminal/terminal.ts'
import { concluded } from '../../../reporters/wording/conclusion/conclusion.ts'
import { readBytes } from '../../../suites/harness/catalogue/named-file.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { hideSecrets } from '../../../suites/harness/http/redact.ts'
import { type Report, reportOf } from '../../../suites/harness/report/report.ts'
import { transcriptText } from '../../../suites/harness/report/transcript-file.ts'
import { describeTarget, seenTarget } from '../../../suites/harness/target/target.ts'
import { printable } from '../../../suites/harness/text/printable.ts'
import { bindingProblems, plainUrl } from '../../certificate/authentic.ts'
import {
  faultOfSignature,
  fileText,
  isSigned,
  nextTo,
  openCertificate,
  readCertificate,
  sha256,
} from '../../certificate/file.ts'
import { privateKeyFrom } from '../../certificate/signing-key.ts'
import { derive } from '../../ending/outputs.ts'
import { exitCodes } from '../../exit-codes.ts'
import { print } from '../../output.ts'
import { parseReport } from '../../report-file.ts'
import { type TargetOptions, targetNamed } from '../../target/named-target.ts'
import { commandLine } from '../run/command-line.ts'
import { asAnother, asked } from './asking.ts'

export interface RevisitOptions extends TargetOptions {
  readonly report?: string
  readonly signKey?: string
  readonly reporter?: readonly FormatName[]
}

/** @throws UsageError before anything is sent */
export async function revisitCommand(path: string, options: RevisitOptions): Promise<number> {
  const certificate = readCertificate(path)
  const key = options.signKey === undefined ? undefined : privateKeyFrom(options.signKey)
  const foreign = key && faultOfSignature(certificate, createPublicKey(key))
  if (foreign !== undefined) throw new UsageError(`${path}: ${foreign}; only its own key signs it again`)
  const statement = openCertificate(certificate)
  const named = targetNamed(options)
  if (named === undefined) throw new UsageError('name the target of the certificate with --base-url or --target')
  const { base_url: certified } = statement.predicate.target
  if (plainUrl(named.baseUrl) !== plainUrl(certified))
    throw new UsageError(`${path} is about ${printable(certified)}, not about ${printable(named.baseUrl)}`)
  const file = options.report ?? nextTo(path, statement.predicate.report.name)
  const bytes = readBytes(file, 'the report')
  const [problem] = bindingProblems(statement, { report: { path: file, bytes } })
  if (problem) throw new UsageError(problem.message)
  const report = parseReport(bytes.toString('utf8'), file)
  const target = asAnother(named, report.target.model)
  const result = await asked(target, report)
  const about = {
    target: seenTarget(describeTarget(target, { profile: 'smoke' }), result.peers),
    strict: report.strict,
    command: commandLine(
      { ...options, ...compact({ set: report.set }), profile: 'smoke', strict: report.strict },
      target,
    ),
  }
  const seen = reportOf(result, about)
  if (result.conclusion === 'incomplete') {
    print(`INCONCLUSIVE: the revisit shows nothing: ${concluded(seen).reasons[0]}\n`)
    return exitCodes.incomplete
  }
  const text = hideSecrets(transcriptText(result, target, about))
  const name = `revisit-${(report.revisits?.length ?? 0) + 1}.jsonl`
  const after = withRevisit(report, seen, {
    ...compact({ another_key: named.revisitKey === undefined ? undefined : (true as const) }),
    transcript: fileOf(name, sha256(text)),
  })
  const written =
    key === undefined && isSigned(certificate)
      ? ['Nothing was written: the certificate is signed, and --sign-key was not given']
      : write(
          { certificate: [path, statement, key], report: [file, after], transcript: [join(dirname(file), name), text] },
          options,
        )
  const isHeld = after.conclusion === 'conformant'
  print(isHeld ? `${[...concluded(after).reasons, ...written].join('\n')}\n` : summaryOf(after, { written }))
  return isHeld ? exitCodes.conformant : exitCodes.nonconformant
}

interface Written {
  readonly certificate: readonly [path: string, statement: AnyStatement, key: KeyObject | undefined]
  readonly report: readonly [path: string, after: Report]
  readonly transcript: readonly [path: string, text: string]
}

/** @returns a line about each file */
function write(
  { certificate: [path, statement, key], report: [file, after], transcript }: Written,
  { reporter = [] }: RevisitOptions,
): string[] {
  writeWhole(...transcript)
  const own = hideSecrets(reportText(after))
  writeWhole(file, own)
  const isHeld = after.conclusion === 'conformant'
  if (isHeld) writeWhole(path, fileText(revisitedStatement(statement, after, sha256(own)), key))
  else rmSync(path, { force: true })
  const expires = isHeld ? statement.predicate.expires : undefined
  return [
    `The exchanges of the revisit are in ${transcript[0]}`,
    `The report is ${file}`,
    ...derive(dirname(file), [...new Set<FormatName>(['html', ...reporter])], after, expires),
    isHeld ? `The certificate is ${path}` : `The certificate ${path} was removed`,
  ]
}
