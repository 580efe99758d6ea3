/** Forged certificates: the envelope, its payload and its signatures. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { contentOf, fileText } from '../../../cli/certificate/file.ts'
import { type Envelope, PAYLOAD_TYPE, seal } from '../../../reporters/certificate/dsse.ts'
import type { Draw } from '../requests/draw.ts'
import { type Forge, privateKey, type Signed, statementIn } from './classes.ts'

const other = generateKeyPairSync('ed25519').privateKey

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Changes the envelope, but keeps its signature. */
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

/** The group order of ed25519. Added to the second half of a signature, it passes a careless verification. */
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

/** Signs the changed statement with another key, or leaves it unsigned. */
const statement = (key: KeyObject | undefined): Forge<Signed> =>
  text((text) => fileText(contentOf({ path: 'own', bytes: Buffer.from(text) }) as object, key))

const TYPES: readonly unknown[] = ['', 'text/plain', `${PAYLOAD_TYPE} `, PAYLOAD_TYPE.toUpperCase(), null, 1]

export const envelopes: Readonly<Record<string, Forge<Signed>>> = {
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
  'a member twice': text((own, draw) => {
    const member = draw.of(['"payloadType":""', '"signatures":[]', '"payload":""'])
    return draw.of([own.trimEnd().replace(/\}$/, `,${member}}`), `{${member},${own.trimStart().slice(1)}`])
  }),
  'bytes that are not UTF-8 in the payload': envelope((own, draw) => {
    const bytes = Buffer.from(own.payload, 'base64')
    bytes[draw.below(bytes.length)] = draw.of([0xc0, 0xff, 0x80])
    return { ...own, payload: bytes.toString('base64') }
  }),
  'more depth, size or signatures than any certificate': envelope((own, draw) => ({
    ...own,
    ...draw.of<object>([
      { more: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) },
      { more: 'x'.repeat(9 * 2 ** 20) },
      { signatures: Array.from({ length: 50_000 }, () => own.signatures[0]) },
    ]),
  })),
  'a test result, signed': text((own) => {
    const statement = {
      ...statementIn({ certificate: own }),
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    }
    return fileText(statement, privateKey)
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
