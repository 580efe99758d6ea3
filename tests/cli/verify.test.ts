import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isOfThisMachine } from '../../suites/harness/target/base-url.ts'
import { command, folder } from './command.ts'

const out = folder()
const certificate = join(out, 'certificate.json')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const pem = { private: join(out, 'key.pem'), public: join(out, 'public.pem') }
writeFileSync(pem.private, privateKey.export({ type: 'pkcs8', format: 'pem' }))
writeFileSync(pem.public, publicKey.export({ type: 'spki', format: 'pem' }))
const signing = ['--certificate', certificate, '--sign-key', pem.private]
const ran = await command(['run', '--profile', 'smoke', '--out', out, ...signing])

/** Words of the first two lines, up to their colons. */
const words = (stdout: string): string[] =>
  stdout
    .split('\n')
    .slice(0, 2)
    .map((line) => line.replace(/:.*/, ''))

const LOOPBACK = 'OF A LOOPBACK ADDRESS'

test('only a certificate whose signature was checked is valid, and one of the own mock says first what it is', async () => {
  assert.equal(ran.code, 0, ran.stderr)
  const { code, stdout } = await command(['verify', certificate, '--public-key', pem.public])
  assert.deepEqual([code, words(stdout)], [0, [LOOPBACK, 'VALID']])
})

test('without a key it is consistent and no more: exit code 3, or 0 for whom that is enough', async () => {
  const { code, stdout } = await command(['verify', certificate])
  assert.deepEqual([code, words(stdout)], [3, [LOOPBACK, 'CONSISTENT, NOT AUTHENTICATED']])
  assert.doesNotMatch(stdout, /VALID/)
  const enough = await command(['verify', certificate, '--unsigned'])
  assert.deepEqual([enough.code, enough.stdout], [0, stdout])
})

test('a key and the wish to do without one are a mistake', async () => {
  const { code, stderr } = await command(['verify', certificate, '--unsigned', '--public-key', pem.public])
  assert.equal(code, 2)
  assert.match(stderr, /give one of the two/)
})

const hosts: readonly (readonly [host: string, here: boolean])[] = [
  ['localhost', true],
  ['localhost.', true],
  ['mock.localhost', true],
  ['127.0.0.1', true],
  ['127.1', true],
  ['2130706433', true],
  ['0.0.0.0', true],
  ['[::1]', true],
  ['[::]', true],
  ['[::ffff:127.0.0.1]', true],
  ['localhost.example', false],
  ['127.0.0.1.example', false],
  ['[::ffff:10.0.0.1]', false],
  ['gateway.example.com', false],
]
for (const [host, here] of hosts)
  test(`${host} is ${here ? 'this machine' : 'another machine'}`, () =>
    assert.equal(isOfThisMachine(`http://${host}:8080/base`), here))
