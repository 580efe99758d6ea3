/** Reads mutated files in the same way as the commands: each is valid, or a mistake that is reported with its location. */
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

/** How every file is called in an error. */
const NAME = 'file'

/** The door of the mock takes names of files alone. */
const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-fuzz-'))
const place = join(folder, NAME)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const { publicKey } = generateKeyPairSync('ed25519')

interface Reader {
  /** @throws UsageError, or another mistake of the user */
  readonly read: (bytes: Buffer) => unknown
  /** What a command then does with it; it takes longer, and is done with a few. */
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
  /** Neither valid nor a mistake with a location; or one printed raw, or too late. */
  broken: number
  /** Milliseconds. */
  longest: number
  readonly shown: string[]
}

interface FilesOptions {
  /** How many files are read of all kinds together. */
  readonly files: number
  readonly seed: number
  /** One file in this number is of any kind, and the others are of those that are quick to read. */
  readonly anyEach?: number
  readonly readers?: Readers
}

const QUICK: readonly Kind[] = ['report', 'transcript', 'certificate']

/** Milliseconds; a machine may have other things to do in between. */
const SOON = 5_000

/** Other kinds than the quick ones take ten times as long to read. */
const ANY_EACH = 25

/** One valid file in this number is used as well. */
const USED = 20

const MAX_SHOWN = 5
const MAX_LENGTH = 600

/** Characters that no output of ours has, written independently of the code that escapes. */
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

/** What is wrong with how a file was read; undefined where nothing is. */
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

/** What is wrong with a message to the user; undefined where nothing is. */
export function faultOf(message: string): string | undefined {
  if (!message.includes(`${NAME}:`)) return `no place: ${message}`
  return rawLineIn(message) === undefined ? undefined : `raw: ${message}`
}

/** The first line with anything raw in it. */
export const rawLineIn = (text: string): string | undefined => text.split('\n').find((line) => RAW.test(line))
