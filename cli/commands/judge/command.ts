/** `svc-conformance judge`: what recorded traffic shows about a gateway. It sends nothing. */
import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { seal } from '../../../reporters/certificate/dsse.ts'
import { surveillanceOf } from '../../../reporters/certificate/surveillance.ts'
import { trafficText } from '../../../reporters/traffic/text.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { hideKeys } from '../../../suites/harness/http/redact.ts'
import { faultOfBaseUrl } from '../../../suites/harness/target/base-url.ts'
import { loadTarget } from '../../../suites/harness/target/target-file.ts'
import { printableJson } from '../../../suites/harness/text/printable.ts'
import { recordsOf } from '../../../suites/harness/traffic/formats/formats.ts'
import type { TrafficFormat } from '../../../suites/harness/traffic/formats/names.ts'
import { TrafficJudge } from '../../../suites/harness/traffic/judge.ts'
import { type TrafficReport, trafficReport } from '../../../suites/harness/traffic/report.ts'
import { privateKeyFrom } from '../../certificate/signing-key.ts'
import { assertApart, writeNamed } from '../../files.ts'
import { print } from '../../output.ts'
import { type RecordingOptions, recorderTo, recordingOf } from '../recording/write.ts'

export interface JudgeOptions extends RecordingOptions {
  readonly format?: TrafficFormat
  readonly baseUrl?: string
  readonly target?: string
  readonly strict?: true
  readonly out?: string
  readonly statement?: string
  readonly signKey?: string
}

/** The exit codes. 2 and 4 mean the same as in every command. */
export const judgeCodes: Readonly<Record<TrafficReport['conclusion'], number>> = {
  'nothing-broken': 0,
  broken: 1,
  'nothing-judged': 3,
}

export async function judgeCommand(files: readonly string[], options: JudgeOptions): Promise<number> {
  const { format, strict = false, out, statement, signKey } = options
  if (options.baseUrl !== undefined && options.target !== undefined)
    throw new UsageError('--base-url and --target are mutually exclusive: a target file has its own base_url')
  const target = options.target === undefined ? undefined : loadTarget(options.target, process.env)
  const baseUrl = options.baseUrl ?? target?.baseUrl
  const fault = baseUrl === undefined ? undefined : faultOfBaseUrl(baseUrl)
  if (fault !== undefined) throw new UsageError(`--base-url ${baseUrl}: ${fault}`)
  if (statement !== undefined && (out === undefined || baseUrl === undefined))
    throw new UsageError('--statement needs --out, the report that it refers to, and --base-url or --target')
  if (signKey !== undefined && statement === undefined)
    throw new UsageError('--sign-key needs --statement, the file to write')
  assertApart([out, statement, options.record], files)
  const key = signKey === undefined ? undefined : privateKeyFrom(signKey)
  const judge = new TrafficJudge({ target, baseUrl })
  const record = recordingOf(options)
  const addToRecording = record && recorderTo(record)
  let unreadable = 0
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const file of files)
    for await (const seen of recordsOf(file, format)) {
      if (!seen) {
        unreadable += 1
        continue
      }
      const { judged } = judge
      const broken = judge.add(seen)
      const full = addToRecording?.(seen, broken)
      if (full !== undefined) process.stderr.write(`${full}\n`)
      if (judge.judged === judged) continue
      // One exchange without a time may be of any day, and so makes both ends unknown.
      first = Math.min(first, seen.at ?? Number.NEGATIVE_INFINITY)
      last = Math.max(last, seen.at ?? Number.POSITIVE_INFINITY)
    }
  const summary = judge.summary()
  if (baseUrl === undefined && summary.origins.length > 1)
    throw new UsageError(
      `the files have requests to several hosts (${summary.origins.join(', ')}); name the gateway with --base-url`,
    )
  const report = trafficReport(summary, {
    strict,
    files: files.map((file) => basename(file)),
    unreadable,
    ...compact({ base_url: baseUrl, first: dateOf(first), last: dateOf(last) }),
  })
  if (out !== undefined) {
    const text = hideKeys(`${printableJson(report)}\n`)
    writeNamed(out, text)
    if (statement !== undefined && baseUrl !== undefined) {
      const sha256 = hash('sha256', text)
      const made = printableJson(surveillanceOf(report, baseUrl, sha256, new Date()))
      writeNamed(statement, `${key ? JSON.stringify(seal(made, key)) : made}\n`)
    }
  }
  print(hideKeys(trafficText(report)))
  return judgeCodes[report.conclusion]
}

/** Undefined if the records have no times, or only times relative to the start of a run. */
const dateOf = (at: number): string | undefined =>
  Number.isFinite(at) && at > 1e11 && at < 8e15 ? new Date(at).toISOString() : undefined
