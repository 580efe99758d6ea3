import assert from 'node:assert/strict'
import { execFileSync, execSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { faultOf, newSubjects } from './commit-subjects.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-commits-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('each commit since the rule has a conventional subject', () => {
  // An unpacked archive, for example, is not a checkout and has no commits.
  const subjects = existsSync(join(root, '.git')) ? newSubjects(root) : []
  assert.deepEqual(
    subjects.flatMap((subject) => faultOf(subject) ?? []),
    [],
  )
})

for (const [subject, isGood] of [
  ['fix(judge): accept a path as param', true],
  ['feat!: drop Node 22', true],
  ['Merge branch main', true],
  [`docs: ${'x'.repeat(66)}`, true],
  [`docs: ${'x'.repeat(67)}`, false],
  ['Fix the judge', false],
  ['fix(Judge): accept it', false],
  ['fix: accept it.', false],
  ['fix:accept it', false],
  ['', false],
] as const) {
  test(`the subject "${subject.slice(0, 40)}" is ${isGood ? 'accepted' : 'refused'}`, () =>
    assert.equal(faultOf(subject) === undefined, isGood))
}

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // Makes the hook run on this Node.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
  })

test('npm ci installs hooks in a checkout, which refuse malformed subjects', () => {
  for (const name of ['package.json', '.ci', 'tests/house/commit-subjects.ts'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  const prepare = 'npm run prepare --silent'
  execSync(prepare, { cwd: folder })
  git('init', '--quiet')
  execSync(prepare, { cwd: folder })
  assert.equal(git('config', 'core.hooksPath').trim(), '.ci/hooks')
  // The other hook needs the tools that npm ci installs.
  rmSync(join(folder, '.ci/hooks/pre-commit'))
  git('add', '--all')
  assert.throws(() => git('commit', '--quiet', '--message', 'Add it'), /commit message: write/)
  for (const subject of ['feat: add it', 'fix: add more', 'docs: say so']) {
    writeFileSync(join(folder, 'more'), subject)
    git('add', '--all')
    git('commit', '--quiet', '--message', subject)
  }
  assert.deepEqual(newSubjects(folder, 'HEAD~2'), ['fix: add more'])
  assert.deepEqual(newSubjects(folder), [], 'a clone without the commit before the rule')
})
