import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Report } from '../../../suites/harness/report/report.ts'
import { DEFAULT_SEED, seedFromNonce, seedOf } from '../../../suites/harness/run/generated/seed.ts'
import { mockForFile } from '../../mock/asking.ts'
import { command, exits, folder, type Said } from '../command.ts'
import { reportIn, signingKeys, textAt, written } from '../files.ts'

const NONCE = '3f1c9a77d0e24b58'
const URL_OF = 'https://gateway.example.com'

const mock = await mockForFile()
const key = mock.demo.valid

interface Ran extends Said {
  readonly out: string
  readonly report: () => Report
}

/** Runs smoke against the mock, without a seed in the environment. */
async function run(...args: readonly string[]): Promise<Ran> {
  const out = folder()
  const env = { SVC_CONFORMANCE_KEY: key, SVC_CONFORMANCE_SEED: '' }
  const said = await command(['run', '--base-url', mock.url, '--profile', 'smoke', '--out', out, ...args], { env })
  return { ...said, out, report: () => reportIn(out) }
}

test('each run of a named target draws a seed, and --seed repeats it', async () => {
  const [one, two] = [await run(), await run()]
  assert.equal(one.code, 0, one.stdout)
  assert.equal(one.report().seed_from, 'drawn')
  assert.notEqual(one.report().seed, two.report().seed)
  const { seed } = one.report()
  assert.match(one.stdout, new RegExp(`seed ${seed}, drawn for this run`))
  const again = await run('--seed', String(seed))
  assert.deepEqual([again.report().seed, again.report().seed_from], [seed, undefined])
})

test('flags override the environment, and only a named target gets a random seed', () => {
  const env = { SVC_CONFORMANCE_SEED: '7' }
  assert.deepEqual(seedOf({ seed: 5 }, URL_OF, env), { seed: 5, origin: {} })
  assert.deepEqual(seedOf({}, URL_OF, env), { seed: 7, origin: {} })
  assert.deepEqual(seedOf({}, undefined, {}), { seed: DEFAULT_SEED, origin: {} })
  assert.equal(seedOf({ challenge: NONCE }, URL_OF, env).seed, seedFromNonce(NONCE, `${URL_OF}/`))
  assert.throws(() => seedOf({}, URL_OF, { SVC_CONFORMANCE_SEED: 'x' }), /SVC_CONFORMANCE_SEED must be a whole number/)
  assert.throws(() => seedOf({ challenge: NONCE }, undefined, {}), /a challenge needs a target/)
  assert.throws(() => seedOf({ challenge: 'short' }, URL_OF, {}), /openssl rand/)
  assert.notEqual(seedFromNonce(NONCE, URL_OF), seedFromNonce(NONCE, 'https://other.example.com'))
})

test('verify and gate accept a challenged run only with its nonce', async () => {
  const keys = signingKeys()
  const certified = async (...args: readonly string[]): Promise<string> => {
    const path = join(folder(), 'certificate.json')
    const { code, out, stderr } = await run('--certificate', path, '--sign-key', keys.private, ...args)
    assert.equal(code, 0, stderr)
    return written(join(out, 'certificate.json'), textAt(path))
  }
  const [challenged, chosen] = [await certified('--challenge', NONCE), await certified('--seed', '1')]
  const gated = async (code: number, verb: string, path: string, require: string): Promise<void> => {
    const said = await exits(code, [verb, path, '--require', `key=${keys.public},${require}`])
    if (code === 1) assert.match(said.stdout, /REFUSED/)
  }
  for (const verb of ['gate', 'verify']) {
    await gated(0, verb, challenged, `challenge=${NONCE},no=chosen-seed`)
    await gated(1, verb, challenged, 'challenge=another-nonce-000')
    await gated(1, verb, chosen, `challenge=${NONCE}`)
    await gated(1, verb, chosen, 'no=chosen-seed')
  }
  assert.match((await command(['verify', challenged])).stdout, new RegExp(`follow from the challenge ${NONCE}`))
})

test('--seed and --challenge are mutually exclusive', async () => {
  const { code, stderr } = await run('--seed', '1', '--challenge', NONCE)
  assert.deepEqual([code, /cannot be used with option/.test(stderr)], [2, true])
})
