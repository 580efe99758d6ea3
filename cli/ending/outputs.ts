/** The files of a run, with any driver: the report, other formats, the transcript and the certificate. */
import type { KeyObject } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileOf } from '../../reporters/certificate/any-version.ts'
import { refusalOf } from '../../reporters/certificate/certificate.ts'
import { noResultFor, testResultOf } from '../../reporters/certificate/test-result.ts'
import { announceFiles, inTheWay, LIST, noteFiles, removeEarlier } from '../../reporters/formats/earlier-files.ts'
import { badgeNames, type FormatName, formatFiles } from '../../reporters/formats/format-names.ts'
import { formats } from '../../reporters/formats/formats.ts'
import { REPORT_FILE, reportText } from '../../reporters/formats/json.ts'
import { writeWhole } from '../../reporters/formats/whole-file.ts'
import { IS_IT_SET, UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { harnessDigest } from '../../suites/harness/catalogue/version.ts'
import { hideSecrets } from '../../suites/harness/http/redact.ts'
import type { Report, ReportOptions } from '../../suites/harness/report/report.ts'
import { type Asked, transcriptText } from '../../suites/harness/report/transcript-file.ts'
import type { Workers } from '../../suites/harness/report/workers.ts'
import type { Result } from '../../suites/harness/run/result.ts'
import { printable } from '../../suites/harness/text/printable.ts'
import { catalogueDigest, certificateText, expiryOf, fileText, setBinding, sha256 } from '../certificate/file.ts'
import { privateKeyFrom } from '../certificate/signing-key.ts'
import { assertApart, outFolder } from '../files.ts'

export interface OutputOptions {
  readonly out: string
  readonly reporter?: readonly FormatName[]
  readonly transcript?: string
  readonly certificate?: string
  readonly testResult?: string
  readonly signKey?: string
  /** Days that the certificate is valid. */
  readonly validFor?: number
  readonly baseline?: string
}

/** The default validity of a certificate in days; limited, because deployments change. */
const VALID_FOR = 90
const TRANSCRIPT_FILE = 'transcript.jsonl'

export interface Finished {
  readonly report: Report
  readonly result: Result
  readonly target: Asked
  readonly options: ReportOptions
  /** The worker processes; absent if the run used only one process. */
  readonly made?: Workers
}

export type NameOf = (option: keyof OutputOptions) => string

const flagOf: NameOf = (option) => `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const MASKED = 'a key or a header has a value that the report or the transcript contains as well; use a random one'

const transcriptOf = ({ result, target, options, made }: Finished): string =>
  transcriptText(result, target, options, made)

export class Outputs {
  #hasMasks = false
  readonly #folder: string
  readonly #options: OutputOptions
  readonly #transcript: string | undefined
  readonly #key: KeyObject | undefined

  /** Checks before anything is sent that every file can be written. @throws UsageError */
  constructor(options: OutputOptions, nameOf = flagOf) {
    const { out, transcript, certificate, testResult, signKey, validFor } = options
    if (certificate === undefined && validFor !== undefined)
      throw new UsageError(`${nameOf('validFor')} needs ${nameOf('certificate')}, the file to write`)
    if ((certificate ?? testResult) === undefined && signKey !== undefined)
      throw new UsageError(
        `${nameOf('signKey')} needs ${nameOf('certificate')} or ${nameOf('testResult')}, the file to write`,
      )
    this.#options = options
    this.#folder = outFolder(out, nameOf('out'))
    if (certificate !== undefined) claim(certificate, nameOf('certificate'))
    if (testResult !== undefined) claim(testResult, nameOf('testResult'))
    if (transcript !== undefined) this.#transcript = claim(transcript, nameOf('transcript'))
    else if (certificate !== undefined) this.#transcript = join(out, TRANSCRIPT_FILE)
    this.#key = signKey === undefined ? undefined : privateKeyFrom(signKey)
    assertApart([...this.#paths(), join(this.#folder, LIST)])
    const other = inTheWay(this.#paths(), this.#folder)
    if (other !== undefined) throw new UsageError(`${other} with ${nameOf('out')}`)
    this.#assertKept(options.baseline, nameOf('baseline'))
  }

  /** Refuses to overwrite the baseline: the next run would treat every failure as known. @throws UsageError */
  #assertKept(baseline: string | undefined, name: string): void {
    if (baseline !== undefined && this.#paths().some((path) => resolve(path) === resolve(baseline)))
      throw new UsageError(`${name} ${baseline} is a file that this run overwrites; copy it elsewhere first`)
  }

  /** The paths of all files that this run writes. */
  #paths(): string[] {
    const { reporter = [], certificate, testResult } = this.#options
    const names = new Set<FormatName>(['json', 'html', ...reporter])
    const named = [this.#transcript, certificate, testResult].filter((path) => path !== undefined)
    return [...[...names].map((name) => join(this.#folder, formatFiles[name])), ...named]
  }

  /** Removes the files of earlier runs, so that the folder never has files of another run. */
  begin(): void {
    removeEarlier(this.#paths(), this.#folder)
    announceFiles(this.#paths(), this.#folder)
  }

  /** Writes everything. @returns a line about each file, for the terminal */
  write(finished: Finished): string[] {
    const { report } = finished
    const main = join(this.#folder, REPORT_FILE)
    const own = this.#masked(reportText(report))
    const text = this.#transcript === undefined ? '' : this.#masked(transcriptOf(finished))
    writeWhole(main, own)
    // The HTML page is always written, because users read it.
    const names = [...new Set<FormatName>(['html', ...(this.#options.reporter ?? [])])]
    const { true: badges = [], false: others = [] } = Object.groupBy(names, (name) => `${badgeNames.includes(name)}`)
    const expires = this.#expiry(report)
    const lines = [`The report is ${main}`, ...derive(this.#folder, others, report, expires)]
    const { lines: kept, transcript } = this.#keep([own, text], finished)
    const attested = this.#attest(report, own, transcript)
    // Last, because they include the expiry of the certificate.
    const derived = derive(this.#folder, badges, report, expires)
    noteFiles(this.#paths(), this.#folder)
    return [...lines, ...kept, ...attested, ...derived]
  }

  /**
   * Writes the transcript and the certificate, if requested. @param texts of the report and the transcript
   * @returns a line about each file, and the text of the transcript
   */
  #keep(
    [own, text]: readonly [string, string],
    { report, result }: Finished,
  ): { lines: string[]; transcript?: string } {
    if (this.#transcript === undefined) return { lines: [] }
    writeWhole(this.#transcript, text)
    const certified = this.#certify(report, [own, text], result)
    return { lines: [`The transcript is ${this.#transcript}`, ...certified], transcript: text }
  }

  #masked(text: string): string {
    const masked = hideSecrets(text)
    this.#hasMasks ||= masked !== text
    return masked
  }

  /** Why the run gets no certificate. A verifier knows no secret, so it cannot repeat the masks in a report. */
  #refusalOf(report: Report): string | undefined {
    return refusalOf(report) ?? (this.#hasMasks ? MASKED : undefined)
  }

  #transcriptName(): string {
    return basename(this.#transcript ?? TRANSCRIPT_FILE)
  }

  /** When the certificate of the run expires; undefined if the run gets no certificate. */
  #expiry(report: Report): string | undefined {
    if (this.#options.certificate === undefined || this.#refusalOf(report) !== undefined) return undefined
    return expiryOf(report, this.#options.validFor ?? VALID_FOR)
  }

  /** Writes the test result, if requested. @param own the text of the report, as it was written */
  #attest(report: Report, own: string, transcript: string | undefined): string[] {
    const { testResult } = this.#options
    if (testResult === undefined) return []
    const refusal = noResultFor(report)
    if (refusal !== undefined) return [`No test result was written: ${refusal}`]
    const { set } = setBinding(report)
    const result = testResultOf(report, {
      requirements: fileOf('requirements.yaml', catalogueDigest()),
      ...(set ? { set: fileOf(...set) } : {}),
      report: fileOf(REPORT_FILE, sha256(own)),
      ...(transcript === undefined ? {} : { transcript: fileOf(this.#transcriptName(), sha256(transcript)) }),
    })
    writeWhole(testResult, fileText(result, this.#key))
    return [`The test result is ${testResult}: ${result.predicate.result}`]
  }

  /** Writes the certificate, if requested. @param texts the report and the transcript, as they were written */
  #certify(report: Report, [own, transcript]: readonly [string, string], result: Result): string[] {
    const { certificate } = this.#options
    if (certificate === undefined) return []
    const refusal = this.#refusalOf(report)
    if (refusal !== undefined) return [`No certificate was written: ${printable(refusal, 600)}`]
    const expires = expiryOf(report, this.#options.validFor ?? VALID_FOR)
    const bindings = {
      build: harnessDigest(),
      requirements: catalogueDigest(),
      ...setBinding(report),
      report: [REPORT_FILE, sha256(own)],
      transcript: [this.#transcriptName(), sha256(transcript)],
      exchanges: result.transcript.exchanges.length,
      expires,
    } as const
    writeWhole(certificate, certificateText(report, bindings, this.#key))
    const isInSameFolder = resolve(dirname(certificate)) === resolve(dirname(this.#transcript ?? ''))
    const how = isInSameFolder ? '' : `; verify it with --transcript ${this.#transcript}`
    return [`The certificate is ${certificate}, valid until ${expires}${how}`]
  }
}

/**
 * Writes the formats of the report. @param expires when the certificate expires; undefined if there is none
 * @returns a line about each file
 */
export const derive = (folder: string, names: readonly FormatName[], report: Report, expires?: string): string[] =>
  names.flatMap((name) => {
    const path = join(folder, formatFiles[name])
    // Exchanges were masked when they were recorded; this is only the last line of defence.
    writeWhole(path, hideSecrets(formats[name](report, expires)))
    return name === 'json' ? [] : [`The ${name} file is ${path}`]
  })

/** Checks before the run that a file can be written. @throws UsageError */
function claim(path: string, option: string): string {
  if (path.trim() === '') throw new UsageError(`${option} is empty; ${IS_IT_SET}`)
  try {
    accessSync(dirname(path), constants.W_OK)
    return path
  } catch {
    throw new UsageError(`${option} ${path}: cannot write there; create the folder first, or name another`)
  }
}
