import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseWaivers } from '../../cli/target/waivers-file.ts'
import { parseConfig } from '../../mock/control/config/file.ts'
import { ConfigError } from '../../mock/core/config.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { parseTarget } from '../../suites/harness/target/target-file.ts'
import { cpuTime } from '../cpu-time.ts'
import { sampled } from './sampled.ts'

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('mock and harness have the same YAML limits', () => {
  assert.equal(textOf('mock/control/config/yaml-bounds.ts'), textOf('suites/harness/target/yaml/bounds.ts'))
})

/** Each name expands to nine of the previous one. */
const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
for (const [at, name] of [...'bcdefghi'].entries()) {
  const before = `*${'abcdefghi'[at]}`
  bomb.push(`${name}: &${name} [${Array(9).fill(before).join(',')}]`)
}
const few = [
  'a: &a [x,x]',
  ...[...'bcdefghijk'].map((name, at) => `${name}: &${name} [*${'abcdefghij'[at]},*${'abcdefghij'[at]}]`),
]

const texts: readonly (readonly [title: string, text: string, says: RegExp])[] = [
  ['an alias bomb', bomb.join('\n'), /:7:\d+: there are more than 50 aliases/],
  ['an alias bomb of few aliases', few.join('\n'), /:2:\d+: aliases expand to too much/],
  ['20,000 nested lists', `a: ${'['.repeat(20_000)}`, /:1:\d+: this is nested too deeply/],
  ['5,000 nested mappings', `a: ${'{a: '.repeat(5_000)}`, /:1:\d+: this is nested too deeply/],
  ['100,000 nested empty names', '? '.repeat(100_000), /:1:\d+: this is nested too deeply/],
  ['an alias without an anchor', 'a: *b', /:1:4: there is no anchor of this name before it/],
  ['an alias inside its own value', 'a: &a {b: *a}', /:1:11: this alias refers to its own parent/],
  ['a self-merging alias', '%YAML 1.1\n---\na: &a\n  <<: *a', /:4:7: this alias refers to its own parent/],
  ['a name that is a list', '? [a, b]\n: c', /:1:3: a name has to be text/],
  ['a name twice', 'a: 1\n"a": 2', /:2:1: Map keys must be unique/],
  ['a text that is far too long', `#${' '.repeat(300 * 1024)}`, /:1:1: the file has more than 256 KiB/],
  ['a mistake in every line', '- : {@\n'.repeat(sampled(30_000)), /\n *and \d+ more$/],
  ['thousands of unknown names', Array.from({ length: sampled(20_000) }, (_, at) => `k${at}: 1`).join('\n'), /:1:/],
  ['thousands of texts in a list', `a: [${'x,'.repeat(sampled(100_000))}]`, /:1:1|:1:4/],
]

/** Maximum processor time in milliseconds; without limits, these files take minutes. */
const SOON = sampled(30_000)

for (const [title, text, says] of texts)
  test(`reports ${title} quickly with its location, in each kind of file`, () => {
    const began = cpuTime()
    for (const [read, kind] of [
      [() => parseTarget(text, 'file', {}), UsageError],
      [() => parseConfig(text, 'file'), ConfigError],
    ] as const)
      assert.throws(read, (error: Error) => error instanceof kind && says.test(error.message))
    assert.throws(
      () => parseWaivers(text, 'file'),
      (error: Error) => error instanceof UsageError && /^file:\d+:\d+: /.test(error.message),
    )
    assert.ok(cpuTime() - began < SOON)
  })
