/** A short run of the fuzzer of forged inputs, and proof that it finds the faults that it looks for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgedEchoes } from '../../../bench/fuzz/forged/echoes.ts'
import { fuzzForged, ourKinds } from '../../../bench/fuzz/forged/fuzz.ts'
import { breachOf } from '../../../bench/fuzz/forged/texts.ts'

test('a forged input is refused, or has the meaning of the original', async () => {
  const kinds = await fuzzForged(4, 20_261_123)
  const broken = kinds.flatMap(({ kind, shown }) => shown.map((text) => `${kind}: ${text}`))
  assert.deepEqual(broken, [])
  for (const { kind, ways, made, refused, harmless } of kinds) {
    assert.equal(made, 4 * ways)
    // Many members accept any text, which is printed and harmless.
    const isText = kind.startsWith('texts')
    assert.ok(refused > (isText ? 0 : made / 2), `${kind}: ${refused} of ${made}`)
    if (isText) assert.ok(harmless > 0, kind)
  }
})

test('the original of each kind is accepted, so that a refusal is caused by the forgery', async () => {
  const kinds = await ourKinds()
  const names = kinds.map(({ kind }) => kind).join()
  assert.equal(
    names,
    'certificate,statement,record,texts of a certificate,texts of a report,store,admin request,echoed key',
  )
  const [certificate, statement, record, certificateTexts, reportTexts, store, admin, echo] = kinds
  for (const kind of [statement, certificateTexts, reportTexts, echo])
    assert.equal(await kind?.judge(kind.own), 'harmless')
  assert.equal(await certificate?.judge(certificate.own), 'harmless')
  assert.equal(await record?.judge(record.own), 'harmless')
  assert.equal(await store?.judge(store.own), 'refused')
  assert.deepEqual(await admin?.judge(admin.own), { broken: '201, and a project is opened' })
  await admin?.close?.()
})

test('counts a forgery that the judge reports as broken', async () => {
  const kind = { kind: 'x', own: 1, forgeries: { way: () => 2 }, judge: async () => ({ broken: 'accepted' }) }
  const [found] = await fuzzForged(3, 1, [kind])
  assert.deepEqual([found?.made, found?.refused, found?.harmless], [3, 0, 0])
  assert.equal(found?.shown[0], 'way: accepted')
})

for (const [name, text] of [
  ['verify', 'a\u001b[2J'],
  ['gate', 'a\u009b2J'],
  ['terminal', '  ::error::owned'],
  ['github', '::error title=a::b\n::error::owned'],
  ['gate --json', '"##vso[task.complete]"'],
  ['junit', '<a>\u202e</a>'],
  ['diff', 'a\u2028b'],
  ['code-quality', '"\u{e0041}"'],
  ['html', '<p><img src=x onerror=owned()></p>'],
  ['badge-svg', '<svg><script>owned()</script></svg>'],
  ['markdown', '- `a` <b>'],
  ['markdown of diff', '- ``` `` a'],
] as const)
  test(`${JSON.stringify(text)} in ${name} is detected`, () => assert.match(breachOf(name, text) ?? '', /^[a-z -]+: /))

test('escaped text in our formats is not reported', () => {
  assert.equal(breachOf('github', '::error title=a::b%0Ac\n'), undefined)
  assert.equal(breachOf('markdown', '- **id** `<script>` and ``a`b``'), undefined)
})

test('detects a key that is not masked, or only in part', async () => {
  const echo = forgedEchoes()
  const key = 'svc_a_0123456789abcdefghij'
  const shifted = { key, form: 'nop_n_0123456789nopqrstuvw', before: '', after: '' }
  assert.match(JSON.stringify(await echo.judge(shifted)), /not masked/)
  assert.match(JSON.stringify(await echo.judge({ ...shifted, form: `${key} ${shifted.form}` })), /in part/)
})
