import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, it, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pack } from '../package/packed.ts'
import { client, commonjs, examples, InstalledExample, manifestOf } from './example.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const read = (path: string): string => readFileSync(fileOf(path), 'utf8')
const isTyped = (example: string): boolean => existsSync(fileOf(`examples/${example}/tsconfig.json`))

/** Mistakes of a client that the tests of every example have to detect. */
const mistakes = {
  'Number(retryAfter) * 1_000': 'Number(retryAfter) * 100',
  "throw new Error('The answer broke off before [DONE].')": 'return',
}

const packed = await pack()

test('there is an example for each runner', () => {
  assert.deepEqual(examples, ['jest', 'node-test', 'playwright', 'vitest'])
})

describe('the examples', { concurrency: 2 }, () => {
  for (const example of examples) {
    it(`${example} passes`, async () => {
      const installed = new InstalledExample(example, packed)
      const { code, out } = await installed.test()
      assert.equal(code, 0, out)
      assert.match(out, /\b5 passed|pass 5\b/)
    })

    it(`${example} fails a client that waits too briefly and accepts a stream without [DONE]`, async () => {
      const installed = new InstalledExample(example, packed)
      for (const [right, wrong] of Object.entries(mistakes)) installed.edit(client, right, wrong)
      const { code, out } = await installed.test()
      assert.equal(code, 1, out)
      assert.match(out, /\b2 failed|fail 2\b/)
      assert.match(out, /retry-after-ignored/)
    })

    it(`${example} depends on the versions that are tested here`, () => {
      const ours = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
      const known = { ...ours.devDependencies, ...ours.dependencies, 'svc-conformance': `^${ours.version}` }
      const { devDependencies } = manifestOf(example)
      const same = Object.keys(devDependencies).map((name) => [name, known[name as keyof typeof known]])
      assert.deepEqual(devDependencies, Object.fromEntries(same))
    })
  }

  for (const example of examples.filter(isTyped))
    it(`${example} passes the type check`, async () => {
      const installed = new InstalledExample(example, packed)
      assert.deepEqual(await installed.run('tsc -p .'), { code: 0, out: '' })
    })
})

test('plain jest can test a CommonJS client with the mock without flags, and detects its mistakes', async () => {
  assert.deepEqual(
    [manifestOf(commonjs).scripts.test, manifestOf(commonjs).devDependencies],
    ['jest', manifestOf('jest').devDependencies],
  )
  const installed = new InstalledExample(commonjs, packed)
  const { code, out } = await installed.test()
  assert.equal(code, 0, out)
  assert.match(out, /\b3 passed/)
  installed.edit('client.js', '* 1000', '* 100')
  const mutated = await installed.test()
  assert.equal(mutated.code, 1, mutated.out)
  assert.match(mutated.out, /1 failed, 2 passed/)
  assert.match(mutated.out, /retry-after-ignored/)
})

test('every example tests the shared client, and has no other', () => {
  for (const example of examples) {
    const [file = ''] = globSync(`examples/${example}/tests/gateway.{test,spec}.{ts,js}`, { cwd: fileOf('') })
    assert.match(read(file), new RegExp(`from '../${client}'`))
    assert.ok(!existsSync(fileOf(`examples/${example}/src`)))
  }
})
