/** The short form of the fuzz with forged inputs, and proof that it sees what it is there for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzForged, ourKinds } from '../../../bench/fuzz/forged/fuzz.ts'

test('what is forged is refused, or means what the original means', async () => {
  const kinds = await fuzzForged(4, 20_261_123)
  assert.deepEqual(
    kinds.flatMap(({ kind, shown }) => shown.map((text) => `${kind}: ${text}`)),
    [],
  )
  for (const { kind, ways, made, refused } of kinds) {
    assert.equal(made, 4 * ways)
    assert.ok(refused > made / 2, `${kind}: ${refused} of ${made}`)
  }
})

test('each kind is made of an input that is accepted, so that a refusal is one of the forgery', async () => {
  const kinds = await ourKinds()
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ['certificate', 'record', 'store', 'admin request'],
  )
  const [certificate, record, store, admin] = kinds
  assert.equal(await certificate?.judge(certificate.own), 'harmless')
  assert.equal(await record?.judge(record.own), 'harmless')
  assert.equal(await store?.judge(store.own), 'refused')
  assert.deepEqual(await admin?.judge(admin.own), { broken: '201, and a project is opened' })
  await admin?.close?.()
})

test('a judge that is late or that finds a breach is counted', async () => {
  const kind = { kind: 'x', own: 1, forgeries: { way: () => 2 }, judge: async () => ({ broken: 'accepted' }) }
  const [found] = await fuzzForged(3, 1, [kind])
  assert.deepEqual([found?.made, found?.refused, found?.harmless], [3, 0, 0])
  assert.equal(found?.shown[0], 'way: accepted')
})
