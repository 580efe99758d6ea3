import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { refusalOf, type Statement } from '../../../reporters/certificate/certificate.ts'
import { type Envelope, keyId, preAuthenticationEncoding } from '../../../reporters/certificate/dsse.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import type { PackedExchange } from '../../../suites/harness/http/exchange-json.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { cpuTime } from '../../cpu-time.ts'
import { bind, certifiedRun, type Files, keys, verified } from './certified-run.ts'

/** A short run, because each test judges a corrupted copy again. */
const files = await certifiedRun('smoke')
const report = JSON.parse(files.report) as Report
const runs = { smoke: files, core: await certifiedRun('core') }
const DAY = 24 * 60 * 60_000

/** Replaces a text, and asserts that it occurs: a change without effect would prove nothing. */
function replaced(text: string, before: string, after: string): string {
  assert.ok(text.includes(before), before)
  return text.replace(before, after)
}

function kinds({ problems }: Awaited<ReturnType<typeof verified>>): string[] {
  return [...new Set(problems.map(({ kind }) => kind))].sort()
}

for (const [profile, honest] of Object.entries(runs)) {
  test(`the certificate of a run of ${profile} follows its schema, and is valid without the report, too`, async () => {
    const statement = JSON.parse(honest.certificate) as Statement
    const { target, requests } = JSON.parse(honest.report) as Report
    assert.equal(faultBySchema('certificate', statement), undefined)
    assert.equal(statement._type, 'https://in-toto.io/Statement/v1')
    assert.deepEqual(statement.subject[0], { ...statement.predicate.report, name: target.base_url })
    for (const withReport of [true, false]) {
      const { problems, signed, rejudged } = await verified(honest, { withReport })
      assert.deepEqual([problems, signed], [[], false])
      const verdicts = Object.keys(statement.predicate.verdicts).length
      assert.deepEqual(rejudged, { kind: 'the same', verdicts, exchanges: requests, whole: true })
    }
  })

  test(`the certificate of a run of ${profile} shows the route to each state`, () => {
    const { states } = (JSON.parse(honest.certificate) as Statement).predicate
    const routes = new Map(states.map(({ status, route }) => [status, route]))
    assert.deepEqual([routes.get(200), routes.get(400), routes.get(500)], ['checked', 'checked', undefined])
  })

  test(`the certificate of a run of ${profile} has the verdict of every requirement`, () => {
    const { verdicts } = (JSON.parse(honest.certificate) as Statement).predicate
    const { requirements } = JSON.parse(honest.report) as Report
    assert.deepEqual(
      Object.entries(verdicts),
      requirements.map(({ id, verdict }) => [id, verdict]),
    )
  })
}

const times: readonly (readonly [title: string, at: number, kinds: readonly string[]])[] = [
  ['on its last day', 90 * DAY - 1, []],
  ['when it has ended', 90 * DAY, ['expired']],
  ['before its run', -1, ['not yet valid']],
]
for (const [title, after, expected] of times)
  test(`${title}: ${expected[0] ?? 'valid'}`, async () => {
    const at = new Date(Date.parse(report.finished) + after)
    assert.deepEqual(kinds(await verified(files, { at })), expected)
    assert.deepEqual(kinds(await verified(files, { at, authentic: true })), expected)
  })

test('reports a certificate that expires within the given time, has expired or is not yet valid', async () => {
  const problemsAt = async (after: number): Promise<string[]> => {
    const at = new Date(Date.parse(report.finished) + after)
    const verification = await verified(files, { at, within: 14 * DAY, authentic: true })
    return [...kinds(verification), ...(verification.soon === undefined ? [] : ['expires soon'])]
  }
  assert.deepEqual(await problemsAt(76 * DAY - 1), [])
  assert.deepEqual(await problemsAt(76 * DAY), ['expires soon'])
  assert.deepEqual(await problemsAt(90 * DAY), ['expired'])
  assert.deepEqual(await problemsAt(-1), ['not yet valid'])
})

/** Replaces the recorded model list with an invalid one. */
function withBrokenList(transcript: string): string {
  const lines = transcript.split('\n')
  const at = lines.findIndex((line) => line.includes('"path":"/v1/models"') && line.includes('"status":200'))
  return lines.with(at, replaced(lines[at] ?? '', '\\"object\\":\\"list\\"', '\\"object\\":\\"lost\\"')).join('\n')
}

/** A report with a better verdict than the exchanges show. */
const polished = (text: string): string => replaced(text, '"verdict": "observed"', '"verdict": "pass"')

const withCertificate = (before: string, after: string) => (honest: Files) => ({
  ...honest,
  certificate: replaced(honest.certificate, before, after),
})
const mutations: Readonly<Record<string, readonly [mutate: (files: Files) => Files, ...kinds: readonly string[]]>> = {
  'a changed verdict in the report': [(honest) => ({ ...honest, report: polished(honest.report) }), 'changed report'],
  'a changed word in the report': [
    (honest) => ({ ...honest, report: replaced(honest.report, '"statement": "', '"statement": "Not ') }),
    'changed report',
  ],
  'an invalid report': [(honest) => ({ ...honest, report: 'no' }), 'changed report'],
  'a changed verdict in report and certificate': [
    ({ report, transcript }) => bind(polished(report), transcript),
    ...['changed certificate', 'changed verdict'],
  ],
  'a changed response': [
    (honest) => ({ ...honest, transcript: withBrokenList(honest.transcript) }),
    'changed exchange',
  ],
  'a changed response with a new digest': [
    ({ report, transcript }) => bind(report, withBrokenList(transcript)),
    ...['changed certificate', 'changed verdict'],
  ],
  'a changed request with a new digest': [
    ({ report, transcript }) => bind(report, replaced(transcript, '\\"max_tokens\\":16', '\\"max_tokens\\":15')),
    'changed exchange',
  ],
  'a missing exchange with a new digest': [
    ({ report, transcript }) => bind(report, transcript.replace(/\n\{"id":"auth-missing-key[^\n]+/, '')),
    ...['changed certificate', 'changed exchange', 'changed verdict'],
  ],
  'an invalid transcript': [(honest) => ({ ...honest, transcript: `${honest.transcript}{}\n` }), 'changed exchange'],
  'a better profile in the certificate': [
    withCertificate('"profile": "smoke"', '"profile": "core"'),
    'changed certificate',
  ],
  'another target in the certificate': [
    ({ certificate, ...rest }) => {
      return { ...rest, certificate: certificate.replaceAll(report.target.base_url, 'https://elsewhere.example') }
    },
    'changed certificate',
  ],
  'another route of evidence in the certificate': [
    withCertificate('"route": "checked"', '"route": "provoked"'),
    'changed certificate',
  ],
}
for (const [title, [mutate, ...expected]] of Object.entries(mutations))
  test(`${title} is reported: ${expected.join(', ')}`, async () =>
    assert.deepEqual(kinds(await verified(mutate(files))), expected))

test('names the changed verdict, and the verdict of the exchanges', async () => {
  const { problems } = await verified(bind(polished(files.report), files.transcript), { withReport: false })
  const messages = problems.flatMap(({ kind, message }) => (kind === 'changed verdict' ? [message] : []))
  assert.equal(messages.length, 1)
  assert.match(messages[0] ?? '', /^[a-z-]+: the certificate says pass, the exchanges say observed$/)
})

test('a signature is valid only with its key, and covers every byte', async () => {
  const signed = bind(files.report, files.transcript, keys.privateKey)
  const good = await verified(signed, { publicKey: keys.publicKey })
  assert.deepEqual([good.problems, good.signed], [[], true])
  const other = generateKeyPairSync('ed25519').publicKey
  assert.deepEqual(kinds(await verified(signed, { publicKey: other })), ['signature'])
  assert.deepEqual(kinds(await verified(files, { publicKey: keys.publicKey })), ['signature'])
  const envelope = JSON.parse(signed.certificate) as Envelope
  const payload = Buffer.from(`${files.certificate} `).toString('base64')
  const changed = { ...signed, certificate: JSON.stringify({ ...envelope, payload }) }
  assert.deepEqual(kinds(await verified(changed, { publicKey: keys.publicKey })), ['signature'])
  const retyped = { ...signed, certificate: JSON.stringify({ ...envelope, payloadType: 'text/plain' }) }
  assert.deepEqual(kinds(await verified(retyped, { publicKey: keys.publicKey })), ['signature'])
})

test('the id of a key is its OpenSSH fingerprint', () => {
  // `ssh-keygen -lf` prints the same for this key.
  const pem =
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n'
  assert.equal(keyId(createPublicKey(pem)), 'SHA256:ebCT4wkJOqO5AIlHG03cHvn3Cr3ZZEEh8m81duHhR3Q')
})

test('signs the pre-authentication encoding of DSSE', () => {
  // The test vector of the protocol.
  const encoded = preAuthenticationEncoding('http://example.com/HelloWorld', Buffer.from('hello world'))
  assert.equal(encoded.toString(), 'DSSEv1 29 http://example.com/HelloWorld 11 hello world')
  assert.equal(preAuthenticationEncoding('é', Buffer.from('ü')).toString(), 'DSSEv1 2 é 2 ü')
})

/** A transcript with other members in its head. */
function withHead(transcript: string, change: Readonly<Record<string, unknown>>): string {
  const [head = '', ...rest] = transcript.split('\n')
  return [JSON.stringify({ ...(JSON.parse(head) as object), ...change }), ...rest].join('\n')
}

/** The certificate of another version, with members that this one may not know. */
function madeBy(version: string, { certificate, ...rest }: Files, more: Readonly<Record<string, unknown>> = {}): Files {
  const { predicate, ...outside } = JSON.parse(certificate) as Statement
  const harness = { ...predicate.harness, version }
  return {
    ...rest,
    certificate: JSON.stringify({ ...outside, ...more, predicate: { ...predicate, harness, ...more } }),
  }
}

const LATER = { later: { said: true }, target: { ...report.target, later: 1 } }

const recorded = (transcript: string, certified = files.report): Files => madeBy('9.9.9', bind(certified, transcript))
const versions: Readonly<Record<string, readonly [files: () => Files, judged: string]>> = {
  'judged the same': [() => madeBy('9.9.9', files), 'the same'],
  'with unknown members, judged by its recorded run,': [() => madeBy('9.9.9', files, LATER), 'otherwise'],
  'with another verdict': [() => recorded(files.transcript, polished(files.report)), 'otherwise'],
  'with other requests': [
    () => recorded(replaced(files.transcript, '\\"max_tokens\\":16', '\\"max_tokens\\":15')),
    'not',
  ],
  'with an unreadable transcript': [() => recorded(withHead(files.transcript, { later: true })), 'not'],
  'with a transcript of another profile': [
    () => recorded(withHead(files.transcript, { profile: 'core', runs: 1, models: {} })),
    'not',
  ],
}
for (const [title, [made, judged]] of Object.entries(versions))
  test(`a certificate of another version ${title} is authentic, and ${judged === 'not' ? 'not judged again' : `judged ${judged}`}`, async () => {
    const { problems, rejudged } = await verified(made())
    assert.deepEqual([problems, rejudged?.kind], [[], judged])
    assert.deepEqual(kinds(await verified(made(), { authentic: true })), [])
  })

test('names both verdicts if this version judges otherwise, without a word about the report', async () => {
  const { rejudged } = await verified(madeBy('9.9.9', bind(polished(files.report), files.transcript)))
  assert.ok(rejudged?.kind === 'otherwise')
  assert.equal(rejudged.differences.length, 1)
  assert.match(rejudged.differences[0] ?? '', /^[a-z-]+: pass then, observed by this version$/)
  const own = await verified(madeBy('9.9.9', files))
  assert.ok(own.rejudged?.kind === 'the same' && !own.rejudged.whole)
})

test('does not compare or count verdicts that only one of two versions has', async () => {
  const { verdicts } = (JSON.parse(files.certificate) as Statement).predicate
  const { 'models-list': left, ...others } = verdicts
  assert.equal(left, 'pass')
  const statement = JSON.parse(files.certificate) as Statement
  const predicate = { ...statement.predicate, verdicts: { ...others, later: 'pass' } }
  const certificate = JSON.stringify({ ...statement, predicate })
  const { rejudged } = await verified(madeBy('9.9.9', { ...files, certificate }))
  assert.ok(rejudged?.kind === 'the same')
  assert.equal(rejudged.verdicts, Object.keys(others).length)
})

test('rejects unknown members in a certificate of its own version', async () => {
  const own = madeBy(report.harness, files, { later: true })
  assert.deepEqual(kinds(await verified(own)), ['changed certificate'])
})

test('a wrong signature or digest ends the verification before the transcript is read', async () => {
  const endless = withHead(files.transcript, { runs: 1_000_000_000, profile: 'full' })
  const signed = { ...bind(files.report, files.transcript, keys.privateKey), transcript: endless }
  assert.deepEqual(kinds(await verified(signed, { publicKey: keys.publicKey })), ['changed exchange'])
  const { publicKey } = generateKeyPairSync('ed25519')
  assert.deepEqual(kinds(await verified(signed, { publicKey })), ['signature'])
})

test('rejects too many runs, and does not repeat a run that would have sent more than was recorded', async () => {
  const most = 10_000
  const claimed = (runs: number): Files =>
    bind(JSON.stringify({ ...report, profile: 'full', runs }), withHead(files.transcript, { profile: 'full', runs }))
  await assert.rejects(verified(claimed(most + 1)), /\/predicate\/runs must be <= 10000/)
  const began = cpuTime()
  assert.deepEqual(kinds(await verified(claimed(most))), ['changed exchange'])
  assert.deepEqual(kinds(await verified(claimed(report.requests + 1))), ['changed exchange'])
  assert.ok(cpuTime() - began < 5_000)
})

test('rejects a leap second as a time: it would never be over', async () => {
  const leap = '2026-12-31T23:59:60Z'
  const late = { ...report, started: leap }
  await assert.rejects(verified(bind(JSON.stringify(late), files.transcript)), UsageError)
  const certificate = JSON.stringify({ ...(JSON.parse(files.certificate) as object) }).replace(
    /"expires":"[^"]+"/,
    `"expires":"${leap}"`,
  )
  await assert.rejects(
    verified({ ...files, certificate }, { at: new Date('2200-01-01') }),
    /\/predicate\/expires must match/,
  )
  assert.deepEqual(kinds(await verified(bind(files.report, withHead(files.transcript, { started: leap })))), [
    'changed exchange',
  ])
})

test('refuses a transcript with decompression bombs, and one with more exchanges than requests', async () => {
  const deflated = deflateSync(Buffer.alloc(4 * 1024 * 1024)).toString('base64')
  const [head = '', first = ''] = files.transcript.split('\n')
  const exchange = JSON.parse(first) as PackedExchange
  const lines = Array.from({ length: 65 }, (_, at) =>
    JSON.stringify({ ...exchange, id: `x/${100 + at}`, answer: { ...exchange.answer, body: { deflated } } }),
  )
  const problemsAt = async (transcript: string): Promise<string> =>
    (await verified(bind(files.report, transcript))).problems.map(({ message }) => message).join('\n')
  assert.match(
    await problemsAt(withHead([head, ...lines, ''].join('\n'), { requests: 65 })),
    /^transcript\.jsonl:6[56]: a body cannot be unpacked, has more than 4 MiB, or all bodies together exceed/,
  )
  const many = Array.from({ length: report.requests + 1 }, (_, at) =>
    JSON.stringify({ ...exchange, id: `x/${1000 + at}` }),
  )
  assert.match(await problemsAt([head, ...many, ''].join('\n')), /and this is one more$/)
})

test('rejects a file that is not a certificate', async () => {
  for (const certificate of ['no', '{}', files.report])
    await assert.rejects(verified({ ...files, certificate }), UsageError)
})

const refused: readonly (readonly [title: string, change: Partial<Report>, says: RegExp])[] = [
  ['filtered', { filtered: true }, /limited to some suites/],
  ['stopped', { stop: { reason: 'the run was interrupted', mend: '' } }, /interrupted/],
  ['nonconformant', { conclusion: 'nonconformant' }, /does not conform/],
  ['incomplete', { conclusion: 'incomplete' }, /incomplete/],
  ['empty', { checks: [] }, /incomplete/],
]
for (const [title, change, says] of refused)
  test(`no certificate for a run that is ${title}`, () => {
    assert.match(refusalOf({ ...report, ...change }) ?? '', says)
    assert.equal(refusalOf(report), undefined)
  })
