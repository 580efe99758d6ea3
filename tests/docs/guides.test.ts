import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { type RunningMock, runMock } from '../cli/mock/running-mock.ts'
import { Job } from '../integration/action/job.ts'
import { inShort, root, sectionOf, snippetsOf } from './snippets.ts'

let mock: RunningMock
let environment: Record<string, string>
before(async () => {
  mock = await runMock([])
  const keyOf = (role: string): string => new RegExp(`^ {2}${role} +(\\S+)$`, 'm').exec(mock.said())?.[1] ?? ''
  environment = {
    BASE_URL: mock.url,
    SVC_CONFORMANCE_KEY: keyOf('valid'),
    ...Object.fromEntries(
      ['second', 'empty', 'disabled', 'limited'].map((role) => [
        `SVC_CONFORMANCE_KEY_${role.toUpperCase()}`,
        keyOf(role),
      ]),
    ),
  }
})
after(() => mock.kill('SIGTERM'))

const here = (text: string): string => text.replaceAll('http://127.0.0.1:8080', mock.url)

/** The exit codes that a line may have with a conforming gateway. */
function expected(line: string): readonly number[] {
  if (line.includes('/faults/')) return [1]
  // The target file of init lacks models and states.
  if (line.includes(' run --target staging.yaml --profile full')) return [3]
  if (/ --(requirement|suite) /.test(line)) return [5]
  return [0]
}

/** The part of docs/reports.md that needs a gateway; reports.test.ts runs the rest. */
const readingAReport = snippetsOf('docs/reports.md').filter(({ section }) => section === 'Read a report')

for (const [page, snippets] of [
  ['docs/certify.md', snippetsOf('docs/certify.md')],
  ['docs/reports.md', readingAReport],
  ['docs/versioning.md', snippetsOf('docs/versioning.md')],
  ['docs/debug-a-check.md', snippetsOf('docs/debug-a-check.md').filter(({ section }) => /^[12]\./.test(section))],
] as const) {
  test(`the commands of ${page} run unchanged, one after the other`, async () => {
    const job = new Job()
    const lines = snippets.flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : []))
    // The key of the example is made up: a key of the mock replaces it.
    const commands = lines.filter((line) => !line.startsWith('export SVC_CONFORMANCE_KEY='))
    assert.ok(commands.length > 0)
    const exported: Record<string, string> = {}
    for (const line of commands) {
      const [, name, value = ''] = /^export (\w+)=(\S+)$/.exec(line) ?? []
      if (name !== undefined) {
        exported[name] = value
        continue
      }
      assert.match(line, /^npx svc-conformance /)
      const { code, out } = await job.line(inShort(here(line)), { ...environment, ...exported })
      assert.ok(expected(line).includes(code ?? -1), `${line}: exit code ${code}\n${out}`)
    }
  })
}

test('the finding of docs/reports.md is what the command prints', async () => {
  const [command, shown] = readingAReport
  assert.deepEqual([command?.language, shown?.language], ['sh', 'text'])
  const { out } = await new Job().line(here(command?.text ?? ''), environment)
  assert.ok(out.includes(here(shown?.text ?? '-')), out)
})

test('the program of docs/certify.md certifies', async () => {
  const [snippet] = snippetsOf('docs/certify.md').filter(({ language }) => language === 'ts')
  const job = new Job()
  const text = (snippet?.text ?? '')
    .replace("'svc-conformance/harness'", `'${join(root, 'suites/harness/index.ts')}'`)
    .replace("'svc-conformance/suites'", `'${join(root, 'suites/index.ts')}'`)
  writeFileSync(join(job.place, 'certify.mts'), text)
  const ran = await job.run([process.execPath, 'certify.mts'], environment)
  assert.deepEqual([ran.code, ran.out], [0, 'conformant 0\n'])
})

const known = new Set<string>(requirements.map(({ id }) => id))
/** Inline code that is, or looks like, the id of a requirement. */
const idsIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z0-9-]+)`/g)].map(([, id = '']) => id).filter((id) => id.includes('-') || known.has(id))

test('docs/judged.md explains every level that a requirement has', () => {
  const judged = readFileSync(join(root, 'docs/judged.md'), 'utf8')
  for (const level of new Set(requirements.map(({ level }) => level)))
    assert.match(judged, new RegExp(`^\\| \`${level}\` `, 'm'))
})

test('the readings of docs/judged.md name requirements that exist', () => {
  const cells = sectionOf('docs/judged.md', 'How we read the contract')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| the question'))
    .flatMap((line) => idsIn(line.split('|').at(-2) ?? ''))
  assert.ok(cells.length > 10)
  assert.deepEqual(
    cells.filter((id) => !known.has(id)),
    [],
  )
})
