/** Every kind of file that can be JSON reports a syntax error with line and column. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCertificate } from '../../../../cli/certificate/file.ts'
import { failureOf } from '../../../../cli/output.ts'
import { parseReport } from '../../../../cli/report-file.ts'
import { parseWaivers } from '../../../../cli/target/waivers-file.ts'
import { parseConfig } from '../../../../mock/control/config/file.ts'
import { parseBaseline } from '../../../../suites/harness/report/baseline-file.ts'
import { parseTranscript } from '../../../../suites/harness/report/transcript-file.ts'
import { parseTarget } from '../../../../suites/harness/target/target-file.ts'
import { certifiedRun } from '../../../reporters/certificate/certified-run.ts'

const { transcript, report, certificate } = await certifiedRun('smoke')
const [head = ''] = transcript.split('\n')

const envelope = (payload: string): string =>
  JSON.stringify({ payload: Buffer.from(payload).toString('base64'), payloadType: 'x', signatures: [] })

const ofCertificate = (text: string): unknown => openCertificate({ path: 'f', bytes: Buffer.from(text) })
const inOneLine = (text: string): string => text.replaceAll('\n', ' ')

interface Kind {
  readonly kind: string
  readonly read: (text: string) => unknown
  /** The prefix of the location, and the number of lines before the text. */
  readonly name?: string
  readonly after?: number
}

const ours: readonly Kind[] = [
  { kind: 'a report', read: (text) => parseReport(text, 'f') },
  { kind: 'a baseline', read: (text) => parseBaseline(text, 'f') },
  { kind: 'a certificate', read: (text) => ofCertificate(text) },
  { kind: 'the payload of a certificate', read: (text) => ofCertificate(envelope(text)), name: 'f: payload' },
  { kind: 'the first line of a transcript', read: (text) => parseTranscript(inOneLine(text), 'f') },
  {
    kind: 'another line of a transcript',
    read: (text) => parseTranscript(`${head}\n${inOneLine(text)}`, 'f'),
    after: 1,
  },
]

const asYaml: readonly Kind[] = [
  { kind: 'a target file', read: (text) => parseTarget(text, 'f', {}) },
  { kind: 'waivers', read: (text) => parseWaivers(text, 'f') },
  { kind: 'a mock configuration', read: (text) => parseConfig(text, 'f') },
]

function errorOf(read: (text: string) => unknown, text: string): string {
  try {
    read(text)
  } catch (error) {
    const { message, code } = failureOf(error, false)
    assert.equal(code, 2, message)
    return message
  }
  return ''
}

for (const { kind, read, name = 'f', after = 0 } of ours) {
  const isLine = kind.includes('of a transcript')
  test(`${kind}: the error has the location and the expected text`, () => {
    const place = isLine ? `${1 + after}:17` : '3:3'
    const said = errorOf(read, '{\n  "a": "\u202e",\n  b\n}')
    assert.ok(said.startsWith(`${name}:${place}: this is not JSON: expected a name in double quotes here; `), said)
  })

  test(`${kind} that is nested too deeply is rejected`, () => {
    const said = errorOf(read, `{"a": ${'['.repeat(5000)}`)
    assert.ok(said.startsWith(`${name}:${1 + after}:1006: this is nested too`), said)
  })
}

for (const { kind, read } of asYaml)
  test(`${kind} in JSON: the error has the location`, () =>
    assert.match(errorOf(read, '{\n  "keys": {},\n  "models": ]\n}'), /^\s*f:[34]:\d+: /m))

test('a report of a later format is said to be of another version', () =>
  assert.match(
    errorOf((text) => parseReport(text, 'f'), '{"format":"svc-conformance-report/2"}'),
    /^f: another version made this report \(svc-conformance-report\/2\)/,
  ))

test('a report and a certificate may begin with a byte order mark', () => {
  assert.ok(parseReport(`\ufeff${report}`, 'f'))
  assert.ok(ofCertificate(`\ufeff${certificate}`))
  assert.match(errorOf(ours[0]?.read ?? ofCertificate, '\ufeff{]'), /^f:1:2: /)
})
