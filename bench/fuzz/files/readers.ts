/** What reads each kind of file, as the commands read it, and what they do with one that is valid. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultOfSignature, openCertificate } from '../../../cli/certificate/file.ts'
import { parseReport } from '../../../cli/report-file.ts'
import { parseWaivers } from '../../../cli/target/waivers-file.ts'
import { createMock, loadConfig } from '../../../mock/index.ts'
import { formats } from '../../../reporters/formats/formats.ts'
import { forgetSecrets } from '../../../suites/harness/http/redact.ts'
import { parseBaseline } from '../../../suites/harness/report/baseline-file.ts'
import { parseTranscript } from '../../../suites/harness/report/transcript-file.ts'
import { parseTarget } from '../../../suites/harness/target/target-file.ts'
import { type Kind, VARIABLES } from './seeds.ts'

/** How every file is called in an error. */
export const NAME = 'file'

/** The door of the mock takes names of files alone. */
const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-fuzz-'))
const place = join(folder, NAME)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const { publicKey } = generateKeyPairSync('ed25519')

export interface Reader {
  /** @throws UsageError, or another mistake of the user */
  readonly read: (bytes: Buffer) => unknown
  /** What a command then does with it; it takes longer, and is done with a few. */
  readonly use?: (value: never) => unknown
}

const text = (bytes: Buffer): string => bytes.toString('utf8')

export type Readers = Readonly<Record<Kind, Reader>>

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
