import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NeighbouringFiles } from '../../../cli/certificate/authentic.ts'
import { parseDemands } from '../../../cli/commands/gate/demands.ts'
import { decide } from '../../../cli/commands/gate/presented.ts'
import { seedFromNonce } from '../../../suites/harness/run/generated/seed.ts'
import { describeNetwork } from '../../../suites/harness/target/network.ts'
import {
  about,
  type Change,
  DIGEST,
  declaring,
  file,
  NOW,
  other,
  release,
  signedBy,
  statement,
} from './certificates.ts'

const keys = { 'release.pub': release.publicKey, 'other.pub': other.publicKey }
const demandsOf = (text: string) => (text === '' ? [] : parseDemands(text, (path) => keys[path as keyof typeof keys]))

interface How {
  /** The key that signs the certificate; by default `release`. */
  readonly signer?: typeof release | 'none'
  readonly files?: NeighbouringFiles
  readonly unsigned?: boolean
}

function reasonsOf(change: Change, require: string, how: How = {}): string[] {
  const { signer = release, files = {}, unsigned = false } = how
  const text = signer === 'none' ? statement(change) : signedBy(signer, change)
  const presented = { certificate: { path: 'c.json', bytes: Buffer.from(text) }, files: () => files }
  const { reasons } = decide(presented, { demands: demandsOf(require), unsigned, now: NOW })
  return reasons.map(({ demand, message }) => `${demand}: ${message}`)
}

const KEY = 'key=release.pub'
const UNNAMED_KEY =
  'signature: key=FILE or keys=FILE is missing, so its signature was not checked; --unsigned accepts certificates of any author'
const OTHER_SUBJECT = 'changed certificate: its first subject is not its target with the digest of its report'
const CONTRADICTED = 'changed certificate: one of its revisits contradicts the run, or began before its end'
const GATEWAY = 'https://gateway.example.com'
const FOREIGN: NeighbouringFiles = { report: { path: 'report.json', bytes: Buffer.from('of another run') } }
const at = (base_url: string, more: object = {}): Change => ({ target: { base_url, ...more } })
const through = (network: object): Change => at(GATEWAY, { network })
const HERE = at('http://127.0.0.1:8080')
const set = (name: string): Change => ({ set: { name, digest: { sha256: DIGEST.report } } })
const LATER = { finished: '2026-11-24T07:00:00.000Z' }
/** Times: soon after the run, the day before the judgement, and that of the judgement. */
const [SOON, EVE, THEN] = ['2026-11-24T00:59:59.000Z', '2026-11-30T00:00:00.000Z', '2026-12-01T00:00:00.000Z']
const IMAGE = `image=sha256:${DIGEST.image}`
const ITS_IMAGE = `its image is ${about.image}`
const REACHED_HERE = `${GATEWAY} was reached at the machine of the run`
const NONCE = '3f1c9a77d0e24b58'
const CHALLENGED = { seed: seedFromNonce(NONCE, GATEWAY), seed_from: 'challenge', nonce: NONCE }
const ABSENT = [{ id: 'second-project', reason: 'there is one project', requirements: ['models-other-project'] }]
const WARNED = { verdicts: { 'auth-challenge': 'warn', 'models-list': 'pass' } }
const ZEROS = '0'.repeat(64)

const revisit = (started: string, more: object = {}): Change => ({
  revisits: [
    {
      ...{ started, finished: started, requests: 9, seed: 1, conclusion: 'conformant', ...more },
      transcript: { name: 'revisit-1.jsonl', digest: { sha256: DIGEST.image } },
    },
  ],
})

const OTHER_WAY = {
  ...describeNetwork({ headers: [{ name: 'x-mode', value: 'please', variable: 'X_MODE' }] }),
  proxy: 'proxy.example:3128',
}

/** Certificates that meet a demand; with '', certificates without a fault. */
const MET: readonly (readonly [title: string, change: Change, demand: string])[] = [
  ['a conforming one', {}, ''],
  [
    'one that meets every demand',
    {},
    `profile=core,set>=1.0.0-1,contract=1.0.0,max-age=8d,${IMAGE},revision=${about.revision},product=Gateway\\, the large one,vendor=Example,version=1.10,environment=staging,base-url=https://gateway.example.com/,no=waivers,no=warnings,no=not-applicable,no=challenges,no=loopback`,
  ],
  ['a larger profile', { profile: 'full' }, 'profile=core'],
  ['one with a failure that did not score', { verdicts: { 'models-list': 'fail' }, not_scored: ['models-list'] }, ''],
  ['one that was revisited', revisit('2026-11-24T01:00:00.000Z'), 'revisited=1h'],
  ['a later set', {}, 'set>=1.0.0-1'],
  ['a set whose number has more digits', set('1.0.0-10'), 'set>=1.0.0-9'],
  ['the image by its full name', {}, `image=${about.image}`],
  ['one with a warning that its set does not count', { ...WARNED, not_scored: ['auth-challenge'] }, 'no=warnings'],
  ['absent states and challenges, not demanded', { not_applicable: ABSENT, challenges: ['models-list'] }, ''],
  ['one of the demanded challenge', CHALLENGED, `challenge=${NONCE},no=chosen-seed`],
]

/** Certificates that do not meet a demand, and why. */
const UNMET: readonly (readonly [title: string, change: Change, demand: string, why: string])[] = [
  ['a smaller profile', { profile: 'smoke' }, 'profile=core', 'its profile is smoke'],
  ['an unknown profile', { profile: 'huge' }, 'profile=smoke', 'its profile is huge'],
  ['one that was revisited too soon', revisit(SOON), 'revisited=1h', `it was last revisited ${SOON}`],
  ['one that was not revisited', {}, 'revisited=10m', 'it was not revisited'],
  ['one signed with one of two required keys', {}, 'key=other.pub', 'it is not signed with this key'],
  [
    'a set of a later contract, with other requirements',
    set('1.1.0-1'),
    'set>=1.0.0-1',
    'its set is 1.1.0-1, of another contract',
  ],
  ['another set', {}, 'set=1.0.0-1', 'its set is 1.0.0-2'],
  ['an earlier set', {}, 'set>=1.0.0-3', 'its set is 1.0.0-2'],
  ['one without a set', { set: undefined }, 'set>=1.0.0-1', 'it names no set'],
  ['a set that cannot be compared', set('next'), 'set>=1.0.0-1', 'its set is next, of another contract'],
  ['another contract', {}, 'contract=1.1.0', 'its contract is 1.0.0'],
  ['an earlier contract', {}, 'contract>=1.0.1', 'its contract is 1.0.0'],
  ['one whose run is older', {}, 'max-age=6d', 'its run began 2026-11-23T23:59:00.000Z, 7 days ago'],
  ['one whose first shard is older', LATER, 'max-age=7d', 'its run began 2026-11-23T23:59:00.000Z, 7 days ago'],
  ['another image', {}, `image=sha256:${ZEROS}`, ITS_IMAGE],
  ['the same image in another registry', {}, `image=mirror.example.com/gateway@sha256:${DIGEST.image}`, ITS_IMAGE],
  ['one that declares no image', declaring({ image: undefined }), IMAGE, 'it declares no image'],
  ['another version', {}, 'version=1.1', 'its version is 1.10'],
  ['an abbreviated commit', {}, 'revision=ddddddd', `its revision is ${about.revision}`],
  ['another gateway', {}, `base-url=${GATEWAY}/eu`, `it certifies ${GATEWAY}`],
  ['one with waivers', { waivers: [{ requirement: 'x' }] }, 'no=waivers', 'it has 1 waiver'],
  ['one with warnings', WARNED, 'no=warnings', 'it warns of auth-challenge'],
  [
    'one that declares a state absent',
    { not_applicable: ABSENT },
    'no=not-applicable',
    'declared absent: second-project (there is one project)',
  ],
  ['one with an open challenge', { challenges: ['list-order'] }, 'no=challenges', 'open challenges: list-order'],
  ['one of another challenge', CHALLENGED, 'challenge=0123456789abcdef', `its run was challenged with ${NONCE}`],
  ['one without a challenge', {}, `challenge=${NONCE}`, 'its run was not challenged'],
  [
    'one whose seed was chosen',
    { seed_from: undefined },
    'no=chosen-seed',
    'its seed was chosen, or its version did not record where the seed is from',
  ],
  ['one of a loopback address', HERE, 'no=loopback', 'http://127.0.0.1:8080 is the machine of the run'],
  ['one of a gateway at a socket', through({ socket: true }), 'no=loopback', `${GATEWAY} is the machine of the run`],
  ['one through a proxy of this machine', through({ proxy: '127.0.0.1:3128' }), 'no=loopback', REACHED_HERE],
  [
    'one without TLS',
    at('http://gateway.example.com'),
    'no=plain-http',
    'it was reached by plain HTTP, so no TLS certificate shows who responded',
  ],
]

/** Certificates with other faults, and every reason that the gate gives. */
type Row = readonly [title: string, change: Change, require: string, reasons: readonly string[], how?: How]
const OTHERS: readonly Row[] = [
  ['an expired one', { expires: THEN }, KEY, [`expired: it ended ${THEN}, judged by ${THEN}`]],
  [
    'one from the future',
    { finished: '2026-12-01T00:00:00.001Z' },
    KEY,
    [`not yet valid: its run finished 2026-12-01T00:00:00.001Z, judged by ${THEN}`],
  ],
  [
    'one with a verdict that no conformant run has',
    { verdicts: { 'models-list': 'fail', 'param-null': 'warn' } },
    KEY,
    ['changed certificate: it is of a conformant run, and its verdict of models-list is not'],
  ],
  [
    'a strict one with a warning',
    { verdicts: { 'models-list': 'pass', 'param-null': 'warn' }, strict: true },
    KEY,
    ['changed certificate: it is of a conformant run, and its verdict of param-null is not'],
  ],
  ['one without verdicts', { verdicts: {} }, KEY, ['changed certificate: it has no verdicts']],
  [
    'one that finished before it started',
    { started: '2026-11-24T00:00:00.001Z' },
    KEY,
    ['changed certificate: its run started 2026-11-24T00:00:00.001Z and finished 2026-11-24T00:00:00.000Z'],
  ],
  [
    'one that ended before its run',
    { started: EVE, finished: EVE, expires: EVE },
    '',
    [
      `changed certificate: its run finished ${EVE}, and it ended ${EVE}`,
      `expired: it ended ${EVE}, judged by ${THEN}`,
    ],
    { unsigned: true },
  ],
  [
    'one that a revisit contradicts',
    revisit('2026-11-25T00:00:00.000Z', { conclusion: 'nonconformant' }),
    KEY,
    [CONTRADICTED],
  ],
  ['one with a revisit before its run', revisit('2026-11-23T00:00:00.000Z'), KEY, [CONTRADICTED]],
  ['an unsigned one', {}, KEY, [`${KEY}: it is not signed`], { signer: 'none' }],
  ['one signed with another key', {}, KEY, [`${KEY}: it is not signed with this key`], { signer: other }],
  [
    'one signed with another key, without a word about its claims',
    { profile: 'smoke', expires: EVE },
    `profile=full,${KEY}`,
    [`${KEY}: it is not signed with this key`],
    { signer: other },
  ],
  ['a signed one without a key to check it', {}, 'profile=core', [UNNAMED_KEY]],
  ['one without a signature if unsigned ones are accepted', {}, 'profile=core', [], { signer: 'none', unsigned: true }],
  ['a signed one if unsigned ones are accepted', {}, 'profile=core', [], { unsigned: true }],
  [
    'one next to the report of another run',
    {},
    KEY,
    ['changed report: report.json is not the report that was certified'],
    { files: FOREIGN },
  ],
  [
    'one without declarations',
    at(GATEWAY),
    `${KEY},version=1.10,revision=main`,
    ['version=1.10: it declares no version', 'revision=main: it declares no revision'],
  ],
  [
    'one that claims a challenge, with another seed',
    { ...CHALLENGED, seed: 1 },
    `${KEY},challenge=${NONCE}`,
    ['changed certificate: its seed is not that of its challenge'],
  ],
  [
    'one reached through a proxy, with another CA and server name',
    through({ proxy: 'proxy.example.com:3128', custom_ca: true, server_name: 'other' }),
    `${KEY},no=loopback,no=proxy,no=custom-ca,no=server-name,no=plain-http`,
    [
      'no=proxy: it was reached through the proxy proxy.example.com:3128',
      'no=custom-ca: its TLS certificate may be of a CA that the operator of the run added',
      'no=server-name: its TLS certificate is of other',
    ],
  ],
  [
    'one whose gateway could recognize the run',
    through({ client_certificate: true, identified: true, headers: { 'x-mode': '$X_MODE' } }),
    `${KEY},no=client-certificate,no=headers,no=identified`,
    [
      'no=client-certificate: it was reached with a TLS client certificate',
      'no=headers: its requests had the headers x-mode',
      'no=identified: its requests named svc-conformance as their user agent',
    ],
  ],
  [
    'one that was revisited by another way',
    { ...at(GATEWAY), ...revisit('2026-11-24T01:00:00.000Z', { network: OTHER_WAY }) },
    `${KEY},no=loopback,no=proxy,no=headers`,
    [
      'no=proxy: at a revisit, it was reached through the proxy proxy.example:3128',
      'no=headers: at a revisit, its requests had the headers x-mode',
    ],
  ],
  [
    'one whose host name resolves to this machine',
    at(GATEWAY, { peers: [{ address: '127.0.0.1' }], loopback: true }),
    `${KEY},no=loopback,no=proxy,no=plain-http,no=custom-ca,no=client-certificate,no=headers,no=identified`,
    [`no=loopback: ${REACHED_HERE}`],
  ],
  [
    'one with an invalid address',
    at('http://999.999.999.999'),
    `${KEY},no=loopback,base-url=https://gateway.example.com`,
    ['base-url=https://gateway.example.com: it certifies http://999.999.999.999'],
  ],
  [
    'one that meets no demand, with every reason',
    { profile: 'smoke', ...HERE },
    `${KEY},profile=full,product=Other,no=loopback`,
    [
      'profile=full: its profile is smoke',
      'product=Other: it declares no product',
      'no=loopback: http://127.0.0.1:8080 is the machine of the run',
    ],
  ],
]

const ROWS: readonly Row[] = [
  ...MET.map(([title, change, demand]) => [title, change, demand === '' ? KEY : `${KEY},${demand}`, []] as const),
  ...UNMET.map(([title, change, demand, why]) => [title, change, `${KEY},${demand}`, [`${demand}: ${why}`]] as const),
  ...OTHERS,
]

for (const [title, change, require, reasons, how] of ROWS)
  test(`${title}: ${reasons.length === 0 ? 'passes' : 'is refused'}`, () =>
    assert.deepEqual(reasonsOf(change, require, how), reasons))

/** Subjects other than the target with the digest of its report: a tool that reads only subjects would trust them. */
const wrongSubjects: Readonly<Record<string, readonly object[]>> = {
  'the name of another target': [file('https://other.example.com', DIGEST.report)],
  'another digest': [file(GATEWAY, DIGEST.image)],
  'a second digest': [{ name: GATEWAY, digest: { sha256: DIGEST.report, sha512: 'a'.repeat(128) } }],
  'another one first': [file('https://other.example.com', DIGEST.image), file(GATEWAY, DIGEST.report)],
}
for (const [title, subject] of Object.entries(wrongSubjects))
  test(`a certificate with ${title} in its subject is refused, signed or not`, () => {
    assert.deepEqual(reasonsOf({ subject }, KEY), [OTHER_SUBJECT])
    assert.deepEqual(reasonsOf({ subject }, 'profile=core', { signer: 'none', unsigned: true }), [OTHER_SUBJECT])
  })

const mistakes: readonly (readonly [require: string, says: RegExp])[] = [
  ['profle=core', /no demand 'profle'; did you mean profile\?/],
  ['profile=cor', /'cor' is not a value of profile; did you mean core\?/],
  ['no=warning', /'warning' is not a value of no; did you mean warnings\?/],
  ['profile>=core', /'profile' takes only =/],
  ['profile=core,waivers', /write NAME=VALUE/],
  ['profile=', /write NAME=VALUE/],
  ['key=release.pub,set', /write set=… or "set>=…", the latter in quotes/],
  ['set>=1.0.0', /write it like 1\.0\.0-1/],
  ['contract>=1.0', /write it like 1\.0\.0$/],
  ['max-age=7', /write it like 7d, 36h or 2w/],
  ['max-age=99999w', /with at most 4 digits/],
  ['image=gateway:latest', /sha256:…/],
  ['base-url=gateway.example.com', /is not an absolute URL/],
  ['constructor=x', /no demand 'constructor'/],
]
for (const [require, says] of mistakes)
  test(`--require ${require} is a mistake`, () =>
    assert.throws(() => demandsOf(require), { name: 'UsageError', message: says }))
