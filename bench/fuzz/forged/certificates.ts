/** Forged certificates and records of a run that was made and signed here. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { contentOf, fileText, sha256 } from '../../../cli/certificate/file.ts'
import { verifyCertificate } from '../../../cli/commands/verify/verification.ts'
import { failureOf } from '../../../cli/output/errors.ts'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { type Envelope, PAYLOAD_TYPE, seal } from '../../../reporters/certificate/dsse.ts'
import { allChecks } from '../../../suites/index.ts'
import { reportWithFindings, signedRun } from '../files/seeds.ts'
import type { Draw } from '../requests/draw.ts'
import type { Forge, ForgedKind } from './classes.ts'
import { forgedTexts } from './texts.ts'

export interface Signed {
  readonly certificate: string
  readonly transcript: string
}

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519').privateKey

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Changes the envelope, which keeps its signature. */
const envelope =
  (change: (envelope: Envelope, draw: Draw) => object): Forge<Signed> =>
  (own, draw) => ({ ...own, certificate: JSON.stringify(change(JSON.parse(own.certificate) as Envelope, draw)) })

const text =
  (change: (text: string, draw: Draw) => string): Forge<Signed> =>
  (own, draw) => ({ ...own, certificate: change(own.certificate, draw) })

const payloadOf = ({ payload }: Envelope): string => Buffer.from(payload, 'base64').toString()
const changedPayload = (envelope: Envelope): string => base64(payloadOf(envelope).replace('"smoke"', '"full"'))
const sigOf = ({ signatures }: Envelope): Buffer => Buffer.from(signatures[0]?.sig ?? '', 'base64')
const withSig = (envelope: Envelope, sig: Uint8Array | string): Envelope => ({
  ...envelope,
  signatures: [{ sig: typeof sig === 'string' ? sig : Buffer.from(sig).toString('base64') }],
})

/** The order of the group: a signature with it added to its second half satisfies a careless equation. */
const ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n

function plusOrder(sig: Buffer): Buffer {
  const half = sig.subarray(32)
  let value = BigInt(`0x${Buffer.from(half).reverse().toString('hex')}`) + ORDER
  const bytes = Array.from({ length: 32 }, () => {
    const byte = Number(value & 255n)
    value >>= 8n
    return byte
  })
  return Buffer.concat([sig.subarray(0, 32), Buffer.from(bytes)])
}

/** Makes the statement again with another key, or unsigned. */
const statement = (key: KeyObject | undefined): Forge<Signed> =>
  text((text) => fileText(contentOf({ path: 'own', bytes: Buffer.from(text) }) as object, key))

const TYPES: [unknown, ...unknown[]] = ['', 'text/plain', `${PAYLOAD_TYPE} `, PAYLOAD_TYPE.toUpperCase(), null, 1]

const certificates: Readonly<Record<string, Forge<Signed>>> = {
  'another payload type': envelope((own, draw) => ({ ...own, payloadType: draw.of(TYPES) })),
  'no signature': envelope((own) => ({ ...own, signatures: [] })),
  'another key': statement(other),
  'not signed': statement(undefined),
  'another payload under the signature': envelope((own) => ({ ...own, payload: changedPayload(own) })),
  'another payload, sealed with another key, and the signature': envelope((own) => {
    const foreign = seal(Buffer.from(changedPayload(own), 'base64').toString(), other)
    return { ...foreign, signatures: [...foreign.signatures, ...own.signatures] }
  }),
  'a good signature among others': envelope((own, draw) => ({
    ...own,
    signatures: Array.from({ length: 1 + draw.below(40) }, () => ({ sig: base64('x'.repeat(64)) })).concat(
      own.signatures.map(({ sig }) => ({ sig })),
    ),
  })),
  'the key id of the key, and the signature of another': envelope((own) => ({
    ...seal(payloadOf(own), other),
    signatures: seal(payloadOf(own), other).signatures.map(({ sig }) => ({ ...own.signatures[0], sig })),
  })),
  'the order of the group added': envelope((own) => withSig(own, plusOrder(sigOf(own)))),
  'a bit of the signature flipped': envelope((own, draw) => {
    const sig = sigOf(own)
    const at = draw.below(sig.length)
    sig[at] = (sig[at] ?? 0) ^ (1 << draw.below(8))
    return withSig(own, sig)
  }),
  'a cut or longer signature': envelope((own, draw) =>
    withSig(own, Buffer.concat([sigOf(own), Buffer.alloc(64)]).subarray(0, draw.below(128))),
  ),
  'a signature of nothing': envelope((own) => withSig(own, Buffer.alloc(64))),
  'base64 of another alphabet, with blanks or junk': envelope((own, draw) => {
    const at = draw.below(own.payload.length)
    const junk = draw.of([' ', '\n', '!', '=', '\u0000', '-', '_'])
    return { ...own, payload: `${own.payload.slice(0, at)}${junk}${own.payload.slice(at)}` }
  }),
  'the payload twice': text((own) => {
    const forged = changedPayload(JSON.parse(own) as Envelope)
    return `{"payload":${JSON.stringify(forged)},${own.trimStart().slice(1)}`
  }),
  'the payload twice, the forged one last': text((own) => {
    const forged = changedPayload(JSON.parse(own) as Envelope)
    return own.trimEnd().replace(/\}$/, `,"payload":${JSON.stringify(forged)}}`)
  }),
  'an envelope in an envelope': envelope((own) => seal(JSON.stringify(own), other)),
  'a statement and an envelope in one': envelope((own) => ({
    ...(JSON.parse(Buffer.from(changedPayload(own), 'base64').toString()) as object),
    ...own,
  })),
  'a byte order mark or junk around it': text((own, draw) =>
    draw.of([`\ufeff${own}`, `${own}x`, `${own}${own}`, `[${own}]`]),
  ),
}

/** Changes the lines after the head. */
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
  'blank lines': lines((all, draw) => all.toSpliced(draw.below(all.length), 0, '', '')),
}

type Members = Record<string, unknown>

/** Changes members of the predicate; nothing is signed, so that only what it says and the record can show it. */
const predicate =
  (change: (own: AnyStatement['predicate'], draw: Draw) => Members, subject?: string): Forge<Signed> =>
  (own, draw) => {
    const { predicate: before, ...rest } = statementIn(own)
    const [first, ...others] = rest.subject
    const named = subject === undefined ? rest : { ...rest, subject: [{ ...first, name: subject }, ...others] }
    return {
      ...own,
      certificate: fileText({ ...named, predicate: { ...before, ...change(before, draw) } }, undefined),
    }
  }

const later = (time: string, days: number): string => new Date(Date.parse(time) + days * 86_400_000).toISOString()
const BANK = 'https://gateway.bank.example'
const URLS: [string, ...string[]] = [
  BANK,
  'http://127.0.0.1',
  'http://LOCALHOST:1',
  'file:///etc',
  '',
  `${BANK}@127.0.0.1`,
]
const NO_TIMES: [unknown, ...unknown[]] = ['2026-12-31T23:59:60Z', '', 'never', 0, null, '+275760-09-13T00:00:00.001Z']
const digest = { sha256: '0'.repeat(64) }

const statements: Readonly<Record<string, Forge<Signed>>> = {
  'another start': predicate(({ started }, draw) => ({ started: later(started, -1 - draw.below(900)) })),
  'a start after its end': predicate(({ finished }, draw) => ({ started: later(finished, 1 + draw.below(900)) })),
  'another end': predicate(({ finished }, draw) => ({ finished: later(finished, draw.of([-900, -1, 1, 900])) })),
  'an end of validity before its run': predicate(({ started }) => ({ expires: later(started, -1) })),
  'times in another form': predicate((_, draw) => ({
    [draw.of(['started', 'finished', 'expires'])]: draw.of(NO_TIMES),
  })),
  'another base URL': predicate(({ target }, draw) => ({ target: { ...target, base_url: draw.of(URLS) } })),
  'another base URL, also as subject': predicate(({ target }) => ({ target: { ...target, base_url: BANK } }), BANK),
  'another subject': predicate(() => ({}), BANK),
  'a target that is not of this machine': predicate(({ target }) => ({
    target: { ...target, loopback: false, peers: [], network: {} },
  })),
  'another product': predicate(({ target }) => ({ target: { ...target, declared: { about: { product: 'Other' } } } })),
  'another set': predicate((_, draw) => ({ set: { name: draw.of(['1.0.0-0', '9.9.9-1', '../x', '']), digest } })),
  'the set with another digest, or none': predicate(({ set }, draw) => ({
    set: draw.of([{ ...set, digest }, undefined, null]),
  })),
  'another profile': predicate((_, draw) => ({ profile: draw.of(['core', 'full', 'fuller', '']) })),
  'waivers that a run did not have': predicate((_, draw) => ({
    waivers: draw.of([[{ requirement: 'model-id' }], [null], {}, 'x']),
  })),
  'a challenge that it was not made for': predicate(({ seed }, draw) => ({
    nonce: draw.of(['0123456789abcdef', 'x'.repeat(128), '']),
    seed_from: 'challenge',
    seed: draw.of([seed, seed + 1]),
  })),
  'another seed': predicate(({ seed }, draw) => ({ seed: draw.of([seed + 1, -1, 0.5, 1e300]) })),
  'open challenges': predicate((_, draw) => ({ challenges: draw.of([['model-id'], ['no-such-id'], 'model-id']) })),
  'what does not apply': predicate(() => ({ not_applicable: [] })),
  'a verdict changed': predicate(({ verdicts }, draw) => ({
    verdicts: { ...verdicts, [draw.of(Object.keys(verdicts) as [string])]: draw.of(['fail', 'warn', 'PASS', 'x']) },
  })),
  'a verdict left out or added': predicate(({ verdicts }, draw) => {
    const name = draw.of(['no-such-id', '__proto__', ...Object.keys(verdicts)])
    const { [name]: own, ...others } = verdicts
    return { verdicts: own === undefined ? Object.fromEntries([...Object.entries(verdicts), [name, 'pass']]) : others }
  }),
  'no verdicts': predicate(() => ({ verdicts: {} })),
  'other counts': predicate(({ requests }, draw) => ({
    [draw.of(['requests', 'exchanges', 'runs'])]: draw.of([requests + 1, 0, -1, 1e9, 1e300]),
  })),
  'revisits that were not made': predicate(({ finished }) => ({
    revisits: [
      { started: later(finished, 1), conclusion: 'conformant', requests: 1, transcript: { name: 'r', digest } },
    ],
  })),
}

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

/** The forger of a record has made its digest again, since no key hinders it: only the replay can show it. */
function rebound(signed: Signed): { readonly certificate: string; readonly statement: AnyStatement } {
  const { predicate, ...rest } = statementIn(signed)
  const exchanges = signed.transcript.trimEnd().split('\n').length - 1
  const transcript = { ...predicate.transcript, digest: { sha256: sha256(signed.transcript) } }
  const statement = { ...rest, predicate: { ...predicate, transcript, exchanges } } as AnyStatement
  return { certificate: fileText(statement, undefined), statement }
}

const statementIn = ({ certificate }: Signed): AnyStatement =>
  contentOf({ path: 'own', bytes: Buffer.from(certificate) }) as AnyStatement

/** The names in each line, as a reader finds them who knows nothing of what is in it. */
const shapeOf = ({ transcript }: Signed): string =>
  transcript
    .trimEnd()
    .replaceAll(/"(?:[^"\\]|\\.)*"(?!:)|-?\d+(?:\.\d+)?/g, (value, at) =>
      transcript.slice(0, at).endsWith('"id":') ? value : '_',
    )

/** Values may differ where no verdict hangs on them, as the forger could have had such a gateway; lines and names may not. */
async function judgedRecord(forged: Signed, own: Signed): ReturnType<ForgedKind<Signed>['judge']> {
  const { certificate, statement } = rebound(forged)
  const found = await judged({ ...forged, certificate }, statement, undefined)
  return found !== 'harmless' || shapeOf(forged) === shapeOf(own) ? found : { broken: 'accepted, with other lines' }
}

export async function forgedCertificates(): Promise<readonly (ForgedKind<Signed> | ForgedKind<object>)[]> {
  const own = await signedRun(privateKey)
  const statement = statementIn(own)
  const kinds: readonly ForgedKind<Signed>[] = [
    { kind: 'certificate', own, forgeries: certificates, judge: (forged) => judged(forged, statement, publicKey) },
    // An author without a key may write any statement, so it is made of the one that says what was recorded.
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
