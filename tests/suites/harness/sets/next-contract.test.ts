/** A copy of the sources with a draft of contract 1.1: gateways are still certified by 1.0, and can try 1.1. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Statement } from '../../../../reporters/certificate/certificate.ts'
import type { Report } from '../../../../suites/harness/report/report.ts'
import { names } from '../../../../suites/harness/text/names.ts'
import { folder } from '../../../cli/command.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const tree = folder()
for (const name of names('package.json playwright.config.ts schemas suites reporters mock cli tests/sets'))
  cpSync(join(root, name), join(tree, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')

function edit(name: string, before: string, after: string): void {
  const text = readFileSync(join(tree, name), 'utf8')
  assert.ok(text.includes(before), before)
  writeFileSync(join(tree, name), text.replace(before, after))
}

const NEW = 'schemas/sets/1.1.0-1.yaml'
edit('schemas/requirements.yaml', 'contract: 1.0.0', 'contract: 1.1.0')
edit('schemas/requirements.yaml', '- id: models-list\n', '- id: models-list\n    until: 1.1.0\n')
edit('schemas/requirements.yaml', '- id: model-owned-by\n', '- id: model-owned-by\n    since: 1.1.0\n')
edit('schemas/sets/timeline.yaml', 'retired:', "  - name: 1.1.0-1\n    draft: 2026-11-22\n    sha256: '0'\nretired:")
edit('suites/harness/catalogue/our-yaml.ts', "'schemas/challenges.yaml',", `'schemas/challenges.yaml', '${NEW}',`)

function node(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: tree, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function ranBy(options: readonly string[], args: readonly string[]): Report {
  node(...options, 'cli/main.ts', 'run', '--profile', 'smoke', ...args)
  return JSON.parse(readFileSync(join(tree, 'out/report.json'), 'utf8')) as Report
}

const ran = (...args: readonly string[]): Report => ranBy([], args)

const saysOf = ({ contract, set, conclusion, requirements }: Report): unknown[] => [
  contract,
  set,
  conclusion,
  ...['models-list', 'model-owned-by'].map((id) => requirements.find((each) => each.id === id)?.verdict),
]

test('freezes the first set of the contract with only its requirements', () => {
  node('tests/sets/main.ts', '1.1.0-1')
  const text = readFileSync(join(tree, NEW), 'utf8')
  assert.match(text, /^contract: 1\.1\.0$/m)
  const [requirements = ''] = text.split('checks:')
  assert.match(requirements, /- model-owned-by$/m)
  assert.doesNotMatch(requirements, /- models-list$/m)
})

test('a set of 1.0 judges and certifies by 1.0, and the certificate verifies', () => {
  const report = ran('--set', '1.0.0-1', '--certificate', 'out/certificate.json')
  assert.deepEqual(saysOf(report), ['1.0.0', '1.0.0-1', 'conformant', 'pass', undefined])
  const { predicate } = JSON.parse(readFileSync(join(tree, 'out/certificate.json'), 'utf8')) as Statement
  assert.equal(predicate.contract.version, '1.0.0')
  assert.match(node('cli/main.ts', 'verify', 'out/certificate.json', '--unsigned'), /the same report\./)
})

test('the draft of 1.1 judges by 1.1', () =>
  assert.deepEqual(saysOf(ran('--set', '1.1.0-1')), ['1.1.0', '1.1.0-1', 'conformant', undefined, 'pass']))

/** Runs the command with the clock at a day, like a pinned package at that time. */
function ranOn(day: string, ...args: readonly string[]): Report {
  const clock = `const by = Date.parse('${day}') - Date.now(), Own = Date
    globalThis.Date = class extends Own {
      constructor(...given) { given.length > 0 ? super(...given) : super(Own.now() + by) }
      static now() { return Own.now() + by }
    }`
  return ranBy(['--import', `data:text/javascript,${encodeURIComponent(clock)}`], args)
}

test('when 1.1 becomes effective, only a target that claims it is judged by it', () => {
  edit('schemas/sets/timeline.yaml', '  - name: 1.1.0-1\n', '  - name: 1.1.0-1\n    effective: 2027-03-01\n')
  const [before, after] = [ranOn('2027-02-28T12:00:00Z'), ranOn('2027-03-01T12:00:00Z')]
  assert.deepEqual([before.started.slice(0, 10), after.started.slice(0, 10)], ['2027-02-28', '2027-03-01'])
  assert.deepEqual(saysOf(after), ['1.0.0', '1.0.0-1', 'conformant', 'pass', undefined])
  assert.deepEqual(saysOf(before), saysOf(after))
  const verdicts = ({ requirements }: Report): unknown => requirements.map(({ id, verdict }) => [id, verdict])
  assert.deepEqual(verdicts(before), verdicts(after))
  const claiming = ranOn('2027-03-01T12:00:00Z', '--about', 'contract=1.1')
  assert.deepEqual(saysOf(claiming), ['1.1.0', '1.1.0-1', 'conformant', undefined, 'pass'])
  assert.deepEqual(saysOf(ranOn('2027-03-01T12:00:00Z', '--about', 'contract=1.0')), saysOf(before))
})
