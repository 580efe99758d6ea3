import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { command, exits, folder } from '../command.ts'
import { privatePem, publicPem, written } from '../files.ts'
import { file, other, release, signedBy, statement } from './certificates.ts'

const AT = ['--at', '2026-12-01'] as const
const directory = folder()
const path = (name: string): string => join(directory, name)
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

/** The exit code, which has to be the same for gate and verify, and the output of gate. */
async function exitAndOutput(certificate: string, demand: string): Promise<readonly [number | null, string]> {
  const gate = await command(['gate', certificate, ...AT, '--require', demand])
  const verify = await command(['verify', certificate, ...AT, '--authentic', '--require', demand])
  assert.equal(gate.code, verify.code, gate.stdout + verify.stdout + verify.stderr)
  return [gate.code, gate.stdout + gate.stderr]
}

test('in a key rotation, certificates of both keys pass, those of the old key until its end', async () => {
  const both = trust('both.yaml', 'until: 2026-12-01')
  for (const certificate of [byOld, byNew]) assert.equal((await exitAndOutput(certificate, `keys=${both}`))[0], 0)
  const ended = trust('ended.yaml', 'until: 2026-11-24')
  const [code, said] = await exitAndOutput(byOld, `keys=${ended}`)
  assert.deepEqual([code, /first was trusted until 2026-11-24, and its run finished 2026-11-24/.test(said)], [1, true])
  assert.equal((await exitAndOutput(byNew, `keys=${ended}`))[0], 0)
})

test('trusts each public key in a folder, and reads no other file', async () => {
  write('old.pub~', 'a backup of an editor')
  for (const certificate of [byOld, byNew]) assert.equal((await exitAndOutput(certificate, `keys=${directory}`))[0], 0)
})

for (const [limits, code] of [
  ['profiles: [core, full]', 0],
  ['profiles: [full]', 1],
  ['hosts: ["*.example.com"]', 0],
  ['hosts: [gateway.example.com]', 0],
  ['hosts: [example.com]', 1],
  ['hosts: ["[::1]:8443"]', 1],
  ['from: 2026-11-24', 0],
  ['from: 2026-11-25', 1],
  ['until: 2026-13-40', 2],
  ['until: 2027-02-29', 2],
  ['from: 2026-00-00', 2],
  ['from: 2026-11-24, until: 2026-11-24', 2],
] as const)
  test(`a key with ${limits} ${code === 0 ? 'vouches' : 'does not vouch'} for a certificate`, async () =>
    assert.equal((await exitAndOutput(byOld, `keys=${trust('limited.yaml', limits)}`))[0], code))

test('refuses a revoked certificate with the reason, and the certificates of a defective version', async () => {
  const list = path('revoked.json')
  const revoke = (code: number, ...args: readonly string[]) => exits(code, ['revoke', ...args, '--list', list])
  await revoke(0, byOld, '--reason', 'responds otherwise', '--sign-key', path('new.key'))
  const again = await exits(0, ['revoke', byOld, '--reason', 'y', '--list', list, '--sign-key', path('new.key')])
  assert.match(again.stdout, /: 1 withdrawal, 0 of them new; 1 was already listed\n$/)
  const demand = `keys=${directory},revoked=${list}`
  const [code, said] = await exitAndOutput(byOld, demand)
  assert.deepEqual([code, /it was withdrawn: responds otherwise/.test(said)], [1, true])
  const report = file('report.json', '1'.repeat(64))
  const subject = [file('https://gateway.example.com', '1'.repeat(64))]
  const revisited = write('revisited.json', signedBy(release, { report, subject }))
  assert.equal((await exitAndOutput(revisited, demand))[0], 1)
  const transcript = file('transcript.json', '1'.repeat(64))
  const apart = write('apart.json', signedBy(release, { report, transcript, subject }))
  assert.equal((await exitAndOutput(apart, demand))[0], 0)
  await revoke(0, '--before', '0.2.0', '--reason', 'x', '--sign-key', path('new.key'))
  assert.equal((await exitAndOutput(apart, demand))[0], 0)
  await revoke(0, '--before', '0.2.1', '--reason', 'x', '--sign-key', path('new.key'))
  assert.equal((await exitAndOutput(apart, demand))[0], 1)
  await revoke(2, apart, '--reason', 'x', '--sign-key', path('old.key'))
})

test('a revocation list without a trusted signature and a report as a certificate are usage errors', async () => {
  const list = path('strange.json')
  await exits(0, ['revoke', byOld, '--reason', 'x', '--list', list, '--sign-key', path('old.key')])
  assert.equal((await exitAndOutput(byNew, `key=${path('new.pub')},revoked=${list}`))[0], 2)
  const report = write('report.txt', JSON.stringify({ format: 'svc-conformance-report/1' }))
  assert.equal((await exitAndOutput(report, `key=${path('new.pub')}`))[0], 2)
  assert.equal((await exitAndOutput(write('unsigned.txt', statement({})), `keys=${directory}`))[0], 1)
  assert.equal((await exitAndOutput(byOld, `keys=${write('bad.yaml', 'keys: []')}`))[0], 2)
})
