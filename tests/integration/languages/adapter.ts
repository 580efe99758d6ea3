/** Tests the programs of examples/client-conformance, each with five mistakes that `core` scenarios have to find. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scenarioNames } from '../../../cli/commands/client/names.ts'
import { scenarios } from '../../../cli/commands/client/scenarios.ts'
import { command } from '../../cli/command.ts'
import { root } from '../../docs/snippets.ts'
import { project } from '../drivers/project.ts'
import { environment } from './toolchains.ts'

/** Correct code, a mistake to replace it with, and the scenario that has to find it. */
export type Mistake = readonly [right: string, wrong: string, scenario: string]

export function testAdapter(file: string, words: readonly string[], mistakes: readonly Mistake[]): void {
  const right = readFileSync(join(root, 'examples/client-conformance', file), 'utf8')

  async function standings(text: string, names: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const directory = project()
    writeFileSync(join(directory, file), text)
    const args = ['client', '--json', '--one-process', '--parallel', '1', '--scenario', names.join(), '--']
    const { stdout, stderr } = await command([...args, ...words, file], { cwd: directory, env: environment() })
    assert.equal(stderr, '')
    const { results } = JSON.parse(stdout) as { results: readonly { name: string; standing: string }[] }
    return Object.fromEntries(results.map(({ name, standing }) => [name, standing]))
  }

  test(`core finds five mistakes in ${file}, each with one scenario`, async () => {
    assert.equal(mistakes.length, 5)
    const names = mistakes.map(([, , name]) => name)
    assert.deepEqual(await standings(right, names), Object.fromEntries(names.map((name) => [name, 'pass'])))
    for (const [before, after, name] of mistakes) {
      assert.ok(right.includes(before), before)
      assert.equal(scenarios[scenarioNames.find((one) => one === name) ?? 'silent'].set, 'core', name)
      assert.deepEqual(await standings(right.replace(before, after), [name]), { [name]: 'fail' }, after)
    }
  })
}
