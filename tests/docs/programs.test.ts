import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { folder } from '../cli/command.ts'
import { written } from '../cli/files.ts'
import { program, project } from '../integration/drivers/project.ts'
import { root, type Snippet, snippetsOf } from './snippets.ts'

/** Pages, or parts of pages, whose TypeScript blocks form one program that asserts what it shows. */
const programs: Readonly<Record<string, readonly Snippet[]>> = {
  'docs/mock-client-verdict.md': snippetsOf('docs/mock-client-verdict.md').filter(
    ({ section }) => section !== 'Client libraries',
  ),
  'docs/mock.md': snippetsOf('docs/mock.md'),
  'docs/mock-in-tests.md': snippetsOf('docs/mock-in-tests.md').filter(
    ({ section }) => section === 'Projects, scripts and time',
  ),
  'docs/mock-server.md': snippetsOf('docs/mock-server.md').filter(({ section }) => section !== 'The admin API'),
  'docs/mock-server.md, the admin API': snippetsOf('docs/mock-server.md').filter(
    ({ section }) => section === 'The admin API',
  ),
}

for (const [name, snippets] of Object.entries(programs)) {
  test(`the blocks of ${name} form a program that runs unchanged`, async () => {
    const blocks = snippets.filter(({ language }) => language === 'ts')
    assert.ok(blocks.length > 0)
    for (const { text, where } of blocks) assert.match(text, /\bassert\b/, where)
    const text = blocks.map((block) => block.text).join('\n')
    await promisify(execFile)(process.execPath, [program(folder(), 'program.mts', text)])
  })
}

/** Setup code that creates the project, target and report of the examples. */
const MOCK = `import { writeFileSync } from 'node:fs'
import { setupServer } from 'msw/node'
import { expect } from '@playwright/test'
writeFileSync('mock.yaml', 'models: { svc/small-1: {} }\\nprojects: { team-a: { keys: [svc_a_secret], models: [svc/small-1] } }')
const mock = createMock()
const project = mock.project()`

const HARNESS = `import { writeFileSync } from 'node:fs'
import { startMock } from '${join(root, 'mock/index.ts')}'
import { allChecks } from '${join(root, 'suites/index.ts')}'
const mock = await startMock()
const env = { SVC_KEY: mock.key }
writeFileSync('target.yaml', 'base_url: ' + mock.url + '\\nkeys: { valid: "\${SVC_KEY}" }\\n')`

const REPORTS = `${HARNESS}
import { certify, loadTarget, reportOf } from '${join(root, 'suites/harness/index.ts')}'
const result = await certify({ target: loadTarget('target.yaml', env), checks: allChecks, profile: 'smoke' })
const report = reportOf(result, { target: { base_url: mock.url, keys: [], provoke: [] }, strict: false, command: '' })`

/** The entry points by file, each with the setup that its examples assume. */
const SETTING: Readonly<Record<string, string>> = {
  'mock/index.ts': MOCK,
  'mock/msw.ts': MOCK,
  // The `base` of vitest exists only in vitest: test-runners.test.ts runs the fixtures in each runner.
  'mock/testing/index.ts': `import { test as base, expect } from '@playwright/test'`,
  'suites/harness/index.ts': HARNESS,
  'reporters/index.ts': REPORTS,
}

/** The comment before the definition of a name, in the file or in a file that it re-exports from. */
function commentOf(file: string, name: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  const defined = new RegExp(
    `(/\\*\\*(?:(?!\\*/)[^])*\\*/)\\n(?://.*\\n)*export (?:const|class|(?:async )?function) ${name}\\b`,
  )
  const [, comment] = defined.exec(text) ?? []
  if (comment !== undefined) return comment
  for (const [, list = '*', from = ''] of text.matchAll(/^export (?:\{([^}]*)\}|\*) from '([^']+)'/gm)) {
    const [, own = name] = new RegExp(`\\b(\\w+) as ${name}\\b`).exec(list) ?? []
    if (list !== '*' && !new RegExp(`\\b${name}\\b`).test(list)) continue
    const found = commentOf(join(dirname(file), from), own)
    if (found !== '') return found
  }
  return ''
}

const exampleIn = (comment: string): string =>
  (/@example\s([\s\S]*?)(?=\n \* @|\s*\*\/)/.exec(comment)?.[1] ?? '').replaceAll(/^ \* ?/gm, '').trim()

const place = project()

/** Every exported value has an `@example`, which runs unchanged with the imports and setup of its entry point. */
for (const [entry, setting] of Object.entries(SETTING))
  test(`every export of ${entry} has an example that runs`, async () => {
    const names = Object.keys((await import(join(root, entry))) as object)
    const examples = names.map((name) => [name, exampleIn(commentOf(entry, name))] as const)
    assert.deepEqual(
      examples.filter(([, example]) => example === '').map(([name]) => name),
      [],
    )
    const blocks = examples.map(([name, example]) => `{\n// ${name}\n${example}\n}\n`)
    const imports = `import assert from 'node:assert/strict'\nimport { ${names.join(', ')} } from '${join(root, entry)}'\n`
    const text = `${imports}${setting}\n${blocks.join('')}process.exit()\n`
    const file = written(join(place, `${entry.replaceAll('/', '-')}.mts`), text)
    await promisify(execFile)(process.execPath, [file], { cwd: place })
  })
