import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { command, exits, folder } from '../command.ts'
import { privatePem, publicPem, written } from '../files.ts'
import { type Change, file, other, release, signedBy, statement } from './certificates.ts'

const AT = ['--at', '2026-12-01'] as const
const place = folder()
const path = (name: string): string => join(place, name)
const write = (name: string, text: string): string => written(path(name), text)
for (const [name, { publicKey, privateKey }] of Object.entries({ old: release, new: other })) {
  write(`${name}.pub`, publicPem(publicKey))
  write(`${name}.key`, privatePem(privateKey))
}
const [byOld, byNew] = [write('old.json', signedBy(release, {})), write('new.json', signedBy(other, {}))]

const trust = (name: string, limits: string): string => {
  const second = '{ name: second, key: new.pub, from: 2026-11-01 }'
  return write(name, `keys:\n  - { name: first, key: old.pub, ${limits} }\n  - ${second}\n`)
}

/** Exit codes of gate and of verify, which give the same response, and what the gate said. */
async function asked(certificate: string, demand: string): Promise<readonly [number | null, string]> {
  const gate = await command(['gate', certificate, ...AT, '--require', demand])
  const verify = await command(['verify', certificate, ...AT, '--authentic', '--require', demand])
  assert.equal(gate.code, verify.code, gate.stdout + verify.stdout + verify.stderr)
  return [gate.code, gate.stdout + gate.stderr]
}

test('in a rotation of keys, certificates of the old and of the new key pass, the old one for its time', async () => {
  const both = trust('both.yaml', 'until: 2026-12-01')
  for (const certificate of [byOld, byNew]) assert.equal((await asked(certificate, `keys=${both}`))[0], 0)
  const ended = trust('ended.yaml', 'until: 2026-11-24')
  const [code, said] = await asked(byOld, `keys=${ended}`)
  assert.deepEqual([code, /first was trusted until 2026-11-24, and its run finished 2026-11-24/.test(said)], [1, true])
  assert.equal((await asked(byNew, `keys=${ended}`))[0], 0)
})

test('a folder of public keys trusts each of them, and reads no other file', async () => {
  write('old.pub~', 'a backup of an editor')
  for (const certificate of [byOld, byNew]) assert.equal((await asked(certificate, `keys=${place}`))[0], 0)
})

for (const [limits, code] of [
  ['profiles: [core, full]', 0],
  ['profiles: [full]', 1],
  ['hosts: ["*.example.com"]', 0],
  ['hosts: [gateway.example.com]', 0],
  ['hosts: [example.com]', 1],
  ['from: 2026-11-24', 0],
  ['from: 2026-11-25', 1],
] as const)
  test(`a key with ${limits} ${code === 0 ? 'vouches' : 'does not vouch'} for a certificate`, async () =>
    assert.equal((await asked(byOld, `keys=${trust('limited.yaml', limits)}`))[0], code))

test('a withdrawn certificate is refused with the reason, and so are those of a defective version', async () => {
  const list = path('revoked.json')
  const revoke = (code: number, ...args: readonly string[]) => exits(code, ['revoke', ...args, '--list', list])
  await revoke(0, byOld, '--reason', 'responds otherwise', '--sign-key', path('new.key'))
  const demand = `keys=${place},revoked=${list}`
  const [code, said] = await asked(byOld, demand)
  assert.deepEqual([code, /it was withdrawn: responds otherwise/.test(said)], [1, true])
  const another: Change = { report: file('report.json', '1'.repeat(64)) }
  const subject = [file('https://gateway.example.com', '1'.repeat(64))]
  const apart = write('apart.json', signedBy(release, { ...another, subject }))
  assert.equal((await asked(apart, demand))[0], 0)
  await revoke(0, '--before', '0.2.0', '--reason', 'x', '--sign-key', path('new.key'))
  assert.equal((await asked(apart, demand))[0], 0)
  await revoke(0, '--before', '0.2.1', '--reason', 'x', '--sign-key', path('new.key'))
  assert.equal((await asked(apart, demand))[0], 1)
  await revoke(2, apart, '--reason', 'x', '--sign-key', path('old.key'))
})

test('a list that no trusted key has signed is a usage mistake, and so is a report instead of a certificate', async () => {
  const list = path('strange.json')
  await exits(0, ['revoke', byOld, '--reason', 'x', '--list', list, '--sign-key', path('old.key')])
  assert.equal((await asked(byNew, `key=${path('new.pub')},revoked=${list}`))[0], 2)
  const report = write('report.txt', JSON.stringify({ format: 'svc-conformance-report/1' }))
  assert.equal((await asked(report, `key=${path('new.pub')}`))[0], 2)
  assert.equal((await asked(write('unsigned.txt', statement({})), `keys=${place}`))[0], 1)
  assert.equal((await asked(byOld, `keys=${write('bad.yaml', 'keys: []')}`))[0], 2)
})
