/** Reads mutated files as the commands do. Each must be valid, or be refused with the location of the mistake. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultOfSignature, openCertificate } from '../../../cli/certificate/file.ts'
import { failureOf } from '../../../cli/output.ts'
import { parseReport } from '../../../cli/report-file.ts'
import { parseWaivers } from '../../../cli/target/waivers-file.ts'
import { createMock, loadConfig } from '../../../mock/index.ts'
import { formats } from '../../../reporters/formats/formats.ts'
import { forgetSecrets } from '../../../suites/harness/http/redact.ts'
import { parseBaseline } from '../../../suites/harness/report/baseline-file.ts'
import { parseTranscript } from '../../../suites/harness/report/transcript-file.ts'
import { parseTarget } from '../../../suites/harness/target/target-file.ts'
import { Draw } from '../requests/draw.ts'
import { mutatedText } from './mutating.ts'
import { type Kind, seedsOf, VARIABLES } from './seeds.ts'

/** The name of every file in error messages. */
const NAME = 'file'

/** Mock configurations are written to a file, because the mock's API only accepts a path. */
const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-fuzz-'))
const place = join(folder, NAME)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const { publicKey } = generateKeyPairSync('ed25519')

interface Reader {
  /** @throws UsageError, or another mistake of the user */
  readonly read: (bytes: Buffer) => unknown
  /** What a command does with a valid file. It is slow, so it is only done with some files. */
  readonly use?: (value: never) => unknown
}

const text = (bytes: Buffer): string => bytes.toString('utf8')

type Readers = Readonly<Record<Kind, Reader>>

export const readers: Readers = {
  'target file': {
    read: (bytes) => {
      try {
        return parseTarget(text(bytes), NAME, VARIABLES)
      } finally {
        forgetSecrets()
      }
    },
  },
  'mock configuration': {
    read: (bytes) => {
      writeFileSync(place, bytes)
      return loadConfig(place)
    },
    use: (config) => createMock({ config }),
  },
  waivers: { read: (bytes) => parseWaivers(text(bytes), NAME) },
  baseline: { read: (bytes) => parseBaseline(text(bytes), NAME) },
  report: {
    read: (bytes) => parseReport(text(bytes), NAME),
    use: (report) => Object.values(formats).map((format) => format(report)),
  },
  transcript: { read: (bytes) => parseTranscript(text(bytes), NAME) },
  certificate: {
    read: (bytes) => [faultOfSignature({ path: NAME, bytes }, publicKey), openCertificate({ path: NAME, bytes })],
  },
}

/** The outcome for one kind of file. */
export interface Files {
  readonly kind: Kind
  read: number
  valid: number
  /** Files that were neither valid nor refused with a location, whose error was not escaped, or that took too long. */
  broken: number
  /** Milliseconds. */
  longest: number
  readonly shown: string[]
}

interface FilesOptions {
  /** The number of files to read, of all kinds together. */
  readonly files: number
  readonly seed: number
  /** One file in this many is of any kind; the others are of kinds that are quick to read. */
  readonly anyEach?: number
  readonly readers?: Readers
}

const QUICK: readonly Kind[] = ['report', 'transcript', 'certificate']

/** The maximum milliseconds for a file; generous, because the machine may be busy. */
const SOON = 5_000

/** The default of `anyEach`: the slow kinds take ten times as long to read. */
const ANY_EACH = 25

/** One valid file in this many is also used. */
const USED = 20

const MAX_SHOWN = 5
const MAX_LENGTH = 600

/** What our output must never contain, written independently of the code that escapes. */
const RAW = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]|##vso\[|^\s*::/u

export async function fuzzFiles({
  files,
  seed,
  anyEach = ANY_EACH,
  readers: reading = readers,
}: FilesOptions): Promise<Files[]> {
  const seeds = await seedsOf()
  const draw = new Draw(seed)
  const kinds = Object.keys(seeds) as Kind[]
  const outcomes = kinds.map((kind): Files => ({ kind, read: 0, valid: 0, broken: 0, longest: 0, shown: [] }))
  const quick = outcomes.filter(({ kind }) => QUICK.includes(kind))
  for (let at = 0; at < files; at += 1) {
    const outcome = draw.of(at % anyEach === 0 ? outcomes : quick)
    const bytes = mutatedText(draw.of(seeds[outcome.kind]), draw)
    const began = performance.now()
    const breach = breachOf(reading[outcome.kind], outcome, bytes)
    const took = performance.now() - began
    outcome.read += 1
    outcome.longest = Math.max(outcome.longest, took)
    const fault = breach ?? (took > SOON ? `${took.toFixed(0)} ms` : undefined)
    if (fault === undefined) continue
    outcome.broken += 1
    if (outcome.shown.length < MAX_SHOWN)
      outcome.shown.push(
        `${fault.slice(0, MAX_LENGTH)}: ${JSON.stringify(bytes.toString('utf8').slice(0, MAX_LENGTH))}`,
      )
  }
  return outcomes
}

/** What went wrong when a file was read; undefined if nothing did. */
function breachOf({ read, use }: Reader, outcome: Files, bytes: Buffer): string | undefined {
  try {
    const value = read(bytes)
    outcome.valid += 1
    if (outcome.valid % USED === 0) use?.(value as never)
    return undefined
  } catch (error) {
    const { message, code } = failureOf(error, true)
    return code === 2 ? faultOf(message) : message
  }
}

/** What is wrong with a message to the user; undefined if it is fine. */
export function faultOf(message: string): string | undefined {
  if (!message.includes(`${NAME}:`)) return `no place: ${message}`
  return rawLineIn(message) === undefined ? undefined : `raw: ${message}`
}

/** The first line that contains something unescaped. */
export const rawLineIn = (text: string): string | undefined => text.split('\n').find((line) => RAW.test(line))
