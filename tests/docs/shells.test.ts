import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pages } from './pages.ts'
import { root, type Snippet, snippetsOf } from './snippets.ts'

/** The test that runs the blocks of a page, or of a section if one is named. */
const RUN: readonly (readonly [page: string, section: string | undefined, by: string])[] = [
  ['README.md', 'Try it', '.ci/run'],
  ['README.md', 'Who checks the checker', '.ci/run'],
  ['README.md', undefined, 'tests/docs/readme.test.ts'],
  ['docs/certify.md', undefined, 'tests/docs/guides.test.ts'],
  ['docs/ci.md', undefined, 'tests/docs/ci/ci.test.ts'],
  ['docs/client-conformance.md', undefined, 'tests/integration/clients/scenarios.test.ts'],
  ['docs/clients.md', undefined, 'tests/integration/matrix/matrix.test.ts'],
  ['docs/debug-a-check.md', '1. Read the finding', 'tests/docs/guides.test.ts'],
  ['docs/debug-a-check.md', '2. Send the request again', 'tests/docs/guides.test.ts'],
  ['docs/languages.md', 'In a container', 'tests/integration/images/dockerfile.test.ts'],
  ['docs/languages.md', 'What they have in common', 'tests/integration/examples/languages.test.ts'],
  ['docs/mock.md', undefined, 'tests/docs/readme.test.ts'],
  ['docs/mock-server.md', 'The admin API', 'tests/docs/mock-admin.test.ts'],
  ['docs/mock-server.md', 'In a container', 'tests/integration/images/dockerfile.test.ts'],
  ['docs/mock-server.md', undefined, 'tests/docs/mock-server.test.ts'],
  ['docs/openapi.md', 'One file', 'tests/docs/openapi.test.ts'],
  ['docs/recipes.md', undefined, 'tests/docs/ci/recipes.test.ts'],
  ['docs/reports.md', 'Read a report', 'tests/docs/guides.test.ts'],
  ['docs/reports.md', undefined, 'tests/docs/reports.test.ts'],
  ['docs/versioning.md', undefined, 'tests/docs/guides.test.ts'],
]
const NOT_RUN: readonly (readonly [line: RegExp, why: string])[] = [
  [/^openssl /, 'a third-party program: reports.test.ts creates keys of the same form'],
  [/^npm (ci|test|run (check|prove|test:quick))\b/, 'scripts of .ci/run, and their flags: tests/prove/options.test.ts'],
  [/^npm run (hostile|fuzz|bench|proxies|test:nodes)\b/, 'minutes each; tests/adversary and bench/ test what they do'],
  [
    /^npm run (site|test:site|pictures|reproducible|sbom)\b/,
    'they install or draw: weekly.yml and release.yml run them',
  ],
  [
    /^npx svc-conformance (judge|mock --replay|gate .*surveillance=)/,
    'files of the reader: tests/suites/harness/traffic/command.test.ts, tests/cli/recording.test.ts, tests/cli/gate/surveillance.test.ts',
  ],
  [/^mitmdump /, 'a third-party program'],
  [/^npm run tables\b/, 'tests/house/derived.test.ts compares its output'],
  [/^node --inspect-brk /, 'it waits for a debugger'],
  [
    /^npm run (callers|clients|generators|schemathesis|mutate)\b/,
    'they download; tests/openapi and tests/adversary/mutants test what they do',
  ],
  [/^schemathesis |^npx svc-conformance mock --port 8080 --admin-port 9090 --config mock.yaml/, 'npm run schemathesis'],
  [/^(npm run python:build|python3 -m pip install python\/dist|svc-conformance run)/, 'npm run test:python'],
  [/^npm run sea\b/, 'it downloads; npm run test:sea tests the executable'],
  [/^(npx openapi-typescript|openapi-python-client|datamodel-codegen) /, 'third-party programs: npm run generators'],
]

const blocks = pages.flatMap((page) => snippetsOf(page).map((snippet) => ({ page, ...snippet })))
const inShell = blocks.filter(({ language }) => ['sh', 'bash', 'shell', 'console', ''].includes(language))

type Block = Snippet & { readonly page: string }

const runBy = ({ page, section }: Block): string | undefined =>
  RUN.find(([of, part]) => of === page && (part === undefined || part === section))?.[2]

/** Lines of a block that no test runs, without a reason. */
function leftOf(block: Block): string[] {
  if (runBy(block) !== undefined) return []
  const lines = block.text.split('\n').filter((line) => line !== '')
  return lines.filter((line) => !NOT_RUN.some(([form]) => form.test(line))).map((line) => `${block.where}: ${line}`)
}

test('a test runs every command of a page, or there is a reason why not', () => {
  assert.ok(inShell.length > 40)
  assert.deepEqual(inShell.flatMap(leftOf), [])
})

test('the tests that run the commands of a page exist, and read the page', () => {
  for (const [page, section, by] of RUN) {
    assert.ok(
      inShell.some((block) => block.page === page && (section === undefined || block.section === section)),
      `${page} ${section ?? ''}`,
    )
    assert.ok(existsSync(join(root, by)), by)
    if (by.endsWith('.ts')) assert.ok(readFileSync(join(root, by), 'utf8').includes(page), `${by} and ${page}`)
  }
})

test('finds a command without a test', () => {
  const block = { language: 'sh', text: 'npm ci\nnpx other', where: 'docs/new.md:1', section: '', page: 'docs/new.md' }
  assert.deepEqual(leftOf(block), ['docs/new.md:1: npx other'])
})

/** Translates commands to PowerShell. */
function inPowerShell(text: string): string {
  return text.replaceAll(/^export (\w+)=(.*)$/gm, "$env:$1 = '$2'").replaceAll(/"\$(\w+)"/g, '$$env:$1')
}

test('the PowerShell lines match the lines for sh', () => {
  const windows = blocks.filter(({ language }) => language === 'powershell')
  assert.ok(windows.length >= 2)
  for (const { page, text, where } of windows) {
    const translated = inShell.filter((block) => block.page === page).map((block) => inPowerShell(block.text))
    assert.ok(
      translated.some((block) => block === text || block.startsWith(`${text}\n`)),
      `${where}\n${translated.join('\n---\n')}`,
    )
  }
})

test('the scripts of package.json run in every shell that npm uses', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  // Single quotes inside double quotes, as in node -e, belong to the program.
  const bare = (script: string): string => script.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
  const posix = /['`$;]|^\w+=|\|\||(?:^|&& )(?:rm|cp|mv|mkdir|cat|export|sh|bash|test)\b/
  const wrong = Object.entries(scripts).filter(([, script]) => posix.test(bare(script)))
  assert.deepEqual(wrong, [])
})
