import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { SOCKET_ONLY } from '../../mock/index.ts'
import { launch } from '../integration/browser/chromium.ts'
import { openSite } from '../integration/browser/site.ts'
import { program, project } from '../integration/drivers/project.ts'
import { cannotCarry } from '../integration/transports/cannot-carry.ts'
import { sectionOf, snippetsOf } from './snippets.ts'

const PAGE = 'docs/mock-in-tests.md'
const [inNode, printed, inPage] = snippetsOf(PAGE).filter(({ section }) => section === 'msw')

const folder = project()

test('the snippet for Node prints what the page says', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program(folder, 'node.mts', inNode?.text ?? '')])
  assert.equal(stdout.trim(), printed?.text)
})

test('the snippet for pages works in a page', async () => {
  await using site = await openSite(pathToFileURL(program(folder, 'page.mts', inPage?.text ?? '')), 'msw')
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
