/** Certificates for the tests of the gate: a conforming one, and altered copies. */
import { generateKeyPairSync } from 'node:crypto'
import { seal } from '../../../reporters/certificate/dsse.ts'

export const NOW = new Date('2026-12-01T00:00:00.000Z')

export const release = generateKeyPairSync('ed25519')
export const other = generateKeyPairSync('ed25519')

export const DIGEST = { image: 'a'.repeat(64), report: 'b'.repeat(64), transcript: 'c'.repeat(64) } as const
const COMMIT = 'd'.repeat(40)

export const file = (name: string, sha256: string): object => ({ name, digest: { sha256 } })

export const about = {
  product: 'Gateway, the large one',
  vendor: 'Example',
  version: '1.10',
  revision: COMMIT,
  image: `registry.example.com/gateway@sha256:${DIGEST.image}`,
  environment: 'staging',
} as const

/** Changed members of the predicate; `subject` replaces that of the statement. */
export type Change = Readonly<Record<string, unknown>>

const target = { base_url: 'https://gateway.example.com', declared: { about } }

export const predicate: Change = {
  conclusion: 'conformant',
  profile: 'core',
  strict: false,
  contract: { version: '1.0.0', requirements: file('requirements.yaml', 'e'.repeat(64)) },
  set: file('1.0.0-2', 'f'.repeat(64)),
  harness: { name: 'svc-conformance', version: '0.2.0' },
  target,
  seed: 1,
  seed_from: 'drawn',
  runs: 1,
  requests: 590,
  started: '2026-11-23T23:59:00.000Z',
  finished: '2026-11-24T00:00:00.000Z',
  expires: '2027-02-22T00:00:00.000Z',
  report: file('report.json', DIGEST.report),
  transcript: file('transcript.jsonl', DIGEST.transcript),
  exchanges: 590,
  states: [],
  verdicts: { 'models-list': 'pass', 'param-null': 'observed' },
}

/** A target with other declarations. */
export const declaring = (change: Change): Change => ({
  target: { ...target, declared: { about: { ...about, ...change } } },
})

/** An unsigned certificate. */
export function statement({ subject: changed, ...change }: Change): string {
  const all = { ...predicate, ...change }
  const { base_url } = all.target as typeof target
  const subject = changed ?? [file(base_url, DIGEST.report)]
  const outside = {
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://svc-conformance.dev/certificate/v1',
  }
  return JSON.stringify({ ...outside, subject, predicate: all })
}

export const signedBy = (key: typeof release, change: Change): string =>
  JSON.stringify(seal(statement(change), key.privateKey))
