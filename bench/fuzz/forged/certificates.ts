/** Forges certificates, statements and transcripts of a run that was signed here, and judges the results. */
import type { KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { deflateSync } from 'node:zlib'
import { fileText, sha256 } from '../../../cli/certificate/file.ts'
import { verifyCertificate } from '../../../cli/commands/verify/verification.ts'
import { failureOf } from '../../../cli/output.ts'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { allChecks } from '../../../suites/index.ts'
import { reportWithFindings, signedRun } from '../files/seeds.ts'
import type { Draw } from '../requests/draw.ts'
import { type Forge, type ForgedKind, privateKey, publicKey, type Signed, statementIn } from './classes.ts'
import { envelopes } from './envelopes.ts'
import { statements } from './statements.ts'
import { forgedTexts } from './texts.ts'

/** A small body that decompresses to 512 MiB. */
const BOMB = deflateSync(Buffer.alloc(512 * 2 ** 20)).toString('base64')

/** Changes the lines of a transcript after the head. */
const lines =
  (change: (lines: string[], draw: Draw) => string[]): Forge<Signed> =>
  (own, draw) => {
    const [head = '', ...rest] = own.transcript.trimEnd().split('\n')
    return { ...own, transcript: `${[head, ...change(rest, draw)].join('\n')}\n` }
  }
const oneLine = (change: (line: string, draw: Draw) => string): Forge<Signed> =>
  lines((all, draw) => {
    const at = draw.below(all.length)
    return all.with(at, change(all[at] ?? '', draw))
  })

const records: Readonly<Record<string, Forge<Signed>>> = {
  'an exchange left out': lines((all, draw) => all.toSpliced(draw.below(all.length), 1)),
  'an exchange twice': lines((all, draw) => {
    const at = draw.below(all.length)
    return all.toSpliced(at, 0, all[at] ?? '')
  }),
  'two exchanges in another order': lines((all, draw) => {
    const at = draw.below(all.length - 1)
    return all.with(at, all[at + 1] ?? '').with(at + 1, all[at] ?? '')
  }),
  'a member twice': oneLine((line) => `{"id":"x",${line.slice(1)}`),
  'a member of prototypes': oneLine((line) => `{"__proto__":{"status":200},${line.slice(1)}`),
  'another status': oneLine((line, draw) => line.replace(/"status":\d+/, `"status":${200 + draw.below(400)}`)),
  'a digit of a body changed': oneLine((line, draw) => {
    const digits = [...line.matchAll(/\d/g)].map(({ index }) => index)
    const at = digits[draw.below(digits.length)] ?? 0
    return `${line.slice(0, at)}${(Number(line[at]) + 1) % 10}${line.slice(at + 1)}`
  }),
  'an exchange of another run': oneLine((line) => line.replace(/"id":"[^"]*"/, '"id":"another/1"')),
  'far more lines, or a long one': lines((all, draw) =>
    draw.below(2) === 0
      ? [...all, ...Array<string>(30_000).fill(all[0] ?? '')]
      : [...all, `{"id":"${'x'.repeat(2 ** 20)}"}`],
  ),
  'a body that unpacks to far more': oneLine((line) =>
    line.replace(/"body":"(?:[^"\\]|\\.)*"/g, `"body":{"deflated":"${BOMB}"}`),
  ),
  'blank lines': lines((all, draw) => all.toSpliced(draw.below(all.length), 0, '', '')),
}

/** Updates the digest, as a forger of an unsigned certificate can, so that only the replay can detect the forgery. */
function rebound(signed: Signed): { readonly certificate: string; readonly statement: AnyStatement } {
  const { predicate, ...rest } = statementIn(signed)
  const exchanges = signed.transcript.trimEnd().split('\n').length - 1
  const transcript = { ...predicate.transcript, digest: { sha256: sha256(signed.transcript) } }
  const statement = { ...rest, predicate: { ...predicate, transcript, exchanges } } as AnyStatement
  return { certificate: fileText(statement, undefined), statement }
}

/** The structure of each line: names and ids, without other values. */
const shapeOf = ({ transcript }: Signed): string =>
  transcript
    .trimEnd()
    .replaceAll(/"(?:[^"\\]|\\.)*"(?!:)|-?\d+(?:\.\d+)?/g, (value, at) =>
      transcript.slice(0, at).endsWith('"id":') ? value : '_',
    )

async function judged(
  { certificate, transcript }: Signed,
  own: AnyStatement,
  key: KeyObject | undefined,
): ReturnType<ForgedKind<Signed>['judge']> {
  try {
    const { statement, problems, signed, rejudged } = await verifyCertificate({
      certificate: { path: 'certificate', bytes: Buffer.from(certificate) },
      files: () => (key ? {} : { transcript: { path: 'transcript.jsonl', bytes: Buffer.from(transcript) } }),
      ...(key ? { publicKey: key } : {}),
      at: new Date(Date.parse(own.predicate.finished) + 1_000),
      checks: allChecks,
    })
    if (problems.length > 0) return 'refused'
    if (key && !signed) return { broken: 'accepted without a signature' }
    if (!key && rejudged?.kind !== 'the same') return 'refused'
    return isDeepStrictEqual(statement, own) ? 'harmless' : { broken: 'accepted, and says something else' }
  } catch (error) {
    const { message, code } = failureOf(error, true)
    return code === 2 && /certificate|transcript/.test(message) ? 'refused' : { broken: message }
  }
}

/** Accepts changed values that affect no verdict, since a real gateway could have sent them, but not other lines. */
async function judgedRecord(forged: Signed, own: Signed): ReturnType<ForgedKind<Signed>['judge']> {
  const { certificate, statement } = rebound(forged)
  const found = await judged({ ...forged, certificate }, statement, undefined)
  return found !== 'harmless' || shapeOf(forged) === shapeOf(own) ? found : { broken: 'accepted, with other lines' }
}

export async function forgedCertificates(): Promise<readonly (ForgedKind<Signed> | ForgedKind<object>)[]> {
  const own = await signedRun(privateKey)
  const statement = statementIn(own)
  const kinds: readonly ForgedKind<Signed>[] = [
    { kind: 'certificate', own, forgeries: envelopes, judge: (forged) => judged(forged, statement, publicKey) },
    // Unsigned: a forger without a key may write any statement, but the transcript must contradict it.
    {
      kind: 'statement',
      own: { ...own, certificate: fileText(statement, undefined) },
      forgeries: statements,
      judge: (forged) => judged(forged, statement, undefined),
    },
    { kind: 'record', own, forgeries: records, judge: (forged) => judgedRecord(forged, own) },
  ]
  return [...kinds, ...forgedTexts(statement, await reportWithFindings())]
}
