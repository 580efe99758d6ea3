import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { SOCKET_ONLY } from '../../mock/index.ts'
import { launch } from '../integration/browser/chromium.ts'
import { openSite } from '../integration/browser/site.ts'
import { cannotCarry } from '../integration/transports/cannot-carry.ts'
import { root, sectionOf, snippetsOf } from './snippets.ts'

const PAGE = 'docs/mock-in-tests.md'
const [inNode, printed, inPage] = snippetsOf(PAGE).filter(({ section }) => section === 'msw')

const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-docs-'))
after(() => rmSync(folder, { recursive: true }))
// The project can resolve the package, as in a user's project.
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

function script(name: string, text = ''): string {
  const path = join(folder, name)
  writeFileSync(path, text.replaceAll("'svc-conformance/msw'", `'${join(root, 'mock/msw.ts')}'`))
  return path
}

test('the snippet for Node prints what the page says', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script('node.mts', inNode?.text)])
  assert.equal(stdout.trim(), printed?.text)
})

test('the snippet for pages works in a page', async () => {
  await using site = await openSite(pathToFileURL(script('page.mts', inPage?.text)), 'msw')
  const browser = await launch()
  try {
    const tab = await browser.newPage()
    await tab.goto(site.url)
    await tab.getByText('Hello from the page').waitFor()
  } finally {
    await browser.close()
  }
})

test('the page lists everything that a transport cannot carry', () => {
  const text = sectionOf(PAGE, 'msw')
  const reasons = Object.values(cannotCarry).flatMap((beyond) => Object.values(beyond))
  assert.ok(reasons.length > 0)
  for (const name of [...reasons, ...Object.keys(SOCKET_ONLY)]) assert.ok(text.includes(name), name)
})
