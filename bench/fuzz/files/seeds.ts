/** Valid files, short enough to be mutated a million times. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { catalogueDigest, certificateText, expiryOf, setBinding, sha256 } from '../../../cli/certificate/file.ts'
import { startMock } from '../../../mock/index.ts'
import { reportText } from '../../../reporters/formats/json.ts'
import { harnessDigest } from '../../../suites/harness/catalogue/version.ts'
import { type Report, reportOf } from '../../../suites/harness/report/report.ts'
import { transcriptText } from '../../../suites/harness/report/transcript-file.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import { describeTarget } from '../../../suites/harness/target/target.ts'
import { parseTarget } from '../../../suites/harness/target/target-file.ts'
import { allChecks } from '../../../suites/index.ts'

export const VARIABLES = { SVC_KEY: 'svc_a_not-a-secret', OTHER: 'svc_b_not-a-secret' }

const WAIVERS = `waivers:
  - requirement: model-id
    reason: "Known; fixed with the next release"
    owner: team edge
    expires: 2999-01-31
  - { requirement: request-n, reason: known, owner: team edge, expires: "2999-01-31" }
`

const TARGET = `# A deployment for tests.
base_url: https://gateway.example.com/base
keys:
  valid: \${SVC_KEY}
  second: "\${OTHER}"
models: { chat: svc/echo-1, foreign: &foreign svc/other-project }
provoke:
  disabled: { key: svc_c_not-a-secret }
  unavailable: { model: *foreign }
  internal:
    headers:
      x-test-fault: internal
about: { product: &product Example Gateway, version: "1.10", image: "gateway:1.10@sha256:${'0'.repeat(64)}", labels: { name: *product } }
not_applicable: { empty-project: Each project has models., limited: &none "There are no limits." }
limits: { requests: 900, rate: 50.5, concurrency: 8, timeout: 30s, idle: 500ms, max_tokens: 16 }
proxy: http://user:n0-p4ssw0rd@proxy.example.com:3128
tls: { server_name: gateway.example.com }
${WAIVERS}`

const CONFIG = `seed: "7"
test_headers: true
max_tokens: 4096
models:
  svc/echo-1: &echo { created: 9223372036854775807, reply: echo, price: { prompt: 2, completion: 6 } }
  svc/slow-1: { pace: { first_ms: 300, gap_ms: 20 }, disturbances: [{ name: stall, after: 2, ms: 500 }] }
  svc/copy-1: *echo
projects:
  team-a:
    keys: [svc_teama_not-a-secret]
    models: [svc/echo-1, svc/slow-1]
    disabled: false
    quota: { requests_per_minute: 600, tokens_per_minute: 100000, concurrent_requests: 8 }
`

const BASELINE = `# known.yaml
- model-id # fixed with the next release
- "auth-challenge"
`

export type Kind =
  | 'target file'
  | 'mock configuration'
  | 'waivers'
  | 'baseline'
  | 'report'
  | 'transcript'
  | 'certificate'

/** A `smoke` run: its report, its transcript, and the bindings for its certificate. */
async function made(faults: readonly string[] = []) {
  await using mock = await startMock({ faults })
  const about =
    'about: { product: Example Gateway, labels: { ring: canary } }\nnot_applicable: { limited: There are no limits. }'
  const target = parseTarget(`base_url: ${mock.url}\nkeys: { valid: ${mock.demo.valid} }\n${about}`, 'seed', {})
  const result = await certify({ target, checks: allChecks, profile: 'smoke' })
  const options = { target: describeTarget(target), strict: false, command: 'npx svc-conformance run' }
  const report = reportOf(result, options)
  const transcript = transcriptText(result, target, options)
  const bindings = {
    build: harnessDigest(),
    requirements: catalogueDigest(),
    ...setBinding(report),
    report: ['report.json', sha256(reportText(report))],
    transcript: ['transcript.jsonl', sha256(transcript)],
    exchanges: report.requests,
    expires: expiryOf(report, 90),
  } as const
  return { report, transcript, bindings }
}

/** The signed certificate of a run, and its transcript. */
export async function signedRun(
  key: KeyObject,
): Promise<{ readonly certificate: string; readonly transcript: string }> {
  const { report, transcript, bindings } = await made()
  return { certificate: certificateText(report, bindings, key), transcript }
}

/** The report of a run that found breaches, so that each format shows findings. */
export async function reportWithFindings(): Promise<Report> {
  const { report } = await made(['completion-usage-null', 'invalid-as-422'])
  const found = report.requirements.filter(({ findings }) => findings.length > 0)
  return { ...shortened(report), requirements: [...found.slice(0, 3), ...report.requirements.slice(0, 3)] }
}

/** Valid texts for each kind of file that the commands read. */
export async function seedsOf(): Promise<Readonly<Record<Kind, readonly string[]>>> {
  const { report, transcript, bindings } = await made()
  const short = shortened(report)
  const { privateKey } = generateKeyPairSync('ed25519')
  const shortReport = reportText(short)
  return {
    'target file': [TARGET],
    'mock configuration': [CONFIG],
    waivers: [WAIVERS],
    baseline: [BASELINE, '[request-n, "request-stop"]\n', shortReport],
    report: [shortReport],
    transcript: [transcript.split('\n').slice(0, 4).join('\n')],
    certificate: [certificateText(short, bindings, undefined), certificateText(short, bindings, privateKey)],
  }
}

/** Shortens the lists of a report, because further items have the same kinds of values. */
const shortened = (report: Report): Report => ({
  ...report,
  requirements: report.requirements.slice(0, 4),
  checks: report.checks.slice(0, 2),
  observed: report.observed.slice(0, 2),
  exchanges: report.exchanges.slice(0, 2),
})
