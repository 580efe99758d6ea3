/** The page of the mock's admin port, in a real browser. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, expect } from '@playwright/test'
import { type MockConfig, type MockServer, startMock } from '../../../mock/index.ts'
import { post, valid } from '../../mock/asking.ts'
import { launch } from './chromium.ts'
import { barriers, MAX_WAIT, openAll, type Screen, type Watched, watchAt } from './watched.ts'

let browser: Browser
before(async () => {
  browser = await launch()
})
after(() => browser?.close())

/** A text that runs scripts if it is inserted as markup. */
const HOSTILE =
  '</pre></script><script>alert(1)</script><img src="x" onerror="alert(2)"><a href="javascript:alert(3)">x</a>'

const config = {
  models: { 'svc/small': {} },
  projects: { team: { keys: ['svc_team_not-a-secret'], models: ['svc/small'], quota: { requests_per_minute: 60 } } },
} satisfies MockConfig
const KEY = 'svc_team_not-a-secret'

const prompt = (content: string, changes: Record<string, unknown> = {}) =>
  valid({ model: 'svc/small', messages: [{ role: 'user', content }], ...changes })

async function queue({ admin }: MockServer, text: string, times = 1, when: object = {}): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ when, next: [{ reply: text, times }] })
  const { status } = await fetch(`${admin?.url}/projects/team/script`, { method: 'POST', headers, body })
  assert.equal(status, 200)
}

function look({ admin }: MockServer, screen?: Screen): Promise<Watched> {
  const origin = admin?.url ?? ''
  return watchAt(browser, `${origin}/`, screen, (url) => url.startsWith(`${origin}/`))
}

test('the page shows projects, scripts, clock, requests and their findings live', async () => {
  await using mock = await startMock({ config, admin: {} })
  await queue(mock, 'Hello', 2)
  await using watched = await look(mock)
  const { page } = watched
  const requests = page.locator('#requests tr')
  await expect(page.locator('#state')).toHaveText('Follows live.', MAX_WAIT)
  await expect(page.locator('#projects tr')).toContainText('requests per minute: 0 of 60', MAX_WAIT)
  await expect(page.locator('#script li')).toHaveCount(1, MAX_WAIT)
  await expect(requests).toHaveCount(0)
  await post(mock.url, prompt('Hello'), KEY)
  await expect(requests).toHaveCount(1, MAX_WAIT)
  await expect(requests.first()).toContainText('POST /v1/chat/completions')
  await expect(requests.first()).toContainText('nothing found')
  // A field outside the contract, twice.
  for (let sent = 0; sent < 2; sent += 1) await post(mock.url, prompt('Hello', { top_k: 3 }), KEY)
  await expect(requests).toHaveCount(3, MAX_WAIT)
  await expect(requests.first()).toContainText('400')
  await expect(requests.first()).toContainText('top_k')
  await expect(requests.first()).toContainText('breach: ')
  await expect(page.locator('#findings li').first()).toContainText('Breach: ')
  await expect(page.locator('#projects')).toContainText('requests per minute: 3 of 60', MAX_WAIT)
  await queue(mock, 'Only in streams', 1, { stream: true })
  await post(mock.url, prompt('Hello'), KEY)
  await post(mock.url, prompt('Hello'), KEY)
  await expect(requests.first()).toContainText('not matched by: ', MAX_WAIT)
  mock.clock.freeze(1_800_000_000_000)
  await expect(page.locator('#clock')).toHaveText('2027-01-15 08:00:00 (frozen)', MAX_WAIT)
  assert.deepEqual(watched.violations, [])
})

test('the keyboard can pause and resume the page, and filter requests by project', async () => {
  await using mock = await startMock({ config, admin: {} })
  await using watched = await look(mock)
  const { page } = watched
  const requests = page.locator('#requests tr')
  await expect(page.locator('#state')).toHaveText('Follows live.', MAX_WAIT)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the requests' })).toBeFocused()
  await page.keyboard.press('Tab')
  const pause = page.getByRole('button', { name: 'Pause' })
  await expect(pause).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pause).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('status')).toHaveText('Paused.')
  await post(mock.url, prompt('Hello'), KEY)
  await page.waitForTimeout(2_500)
  await expect(requests).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(requests).toHaveCount(1, MAX_WAIT)
  await post(mock.url, prompt('Hello'), 'svc_nobody_knows')
  await expect(requests).toHaveCount(2, MAX_WAIT)
  await page.getByRole('combobox', { name: 'Of the project' }).selectOption('team')
  await expect(requests).toHaveCount(1)
  assert.deepEqual(watched.violations, [])
})

test('the page shows what a client sends as text if the journal keeps it, and never runs it', async () => {
  await using mock = await startMock({ config, admin: {}, journal: { bodies: true } })
  await queue(mock, HOSTILE)
  await post(mock.url, prompt(HOSTILE), KEY)
  await post(mock.url, prompt('Hello', { model: `svc/${HOSTILE}`, [HOSTILE]: 1 }), KEY)
  await fetch(`${mock.url}/v1/${encodeURIComponent(HOSTILE)}`, { headers: { 'x-stainless-retry-count': HOSTILE } })
  await using watched = await look(mock)
  const { page } = watched
  await expect(page.locator('#requests tr')).toHaveCount(3, MAX_WAIT)
  await openAll(page)
  await expect(page.locator('#requests pre', { hasText: 'onerror' }).first()).toContainText('</script>', MAX_WAIT)
  assert.equal(await page.locator('main img, main a, main script').count(), 0)
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(watched.violations, [])
})

test('without bodies in the journal, no prompt, response or key reaches the page', async () => {
  await using mock = await startMock({ config, admin: {} })
  await queue(mock, 'planted response')
  await post(mock.url, prompt('planted prompt'), KEY)
  await using watched = await look(mock)
  await expect(watched.page.locator('#requests tr')).toHaveCount(1, MAX_WAIT)
  assert.doesNotMatch(await watched.page.content(), /planted|not-a-secret/)
})

test('the page asks for the token, shows nothing without it, and keeps it out of the address', async () => {
  const token = 'a-token-of-this-test'
  await using mock = await startMock({ config, admin: { token } })
  await using watched = await look(mock)
  const { page } = watched
  await expect(page.locator('#state')).toHaveText('The token is needed.', MAX_WAIT)
  await expect(page.locator('#projects tr')).toHaveCount(0)
  const field = page.getByLabel('The token of this admin API')
  await expect(field).toBeFocused()
  await page.keyboard.type('another-token-of-this-test')
  await page.keyboard.press('Enter')
  await expect(page.locator('#state')).toHaveText('This is not the token.', MAX_WAIT)
  await page.keyboard.type(token)
  await page.keyboard.press('Enter')
  await expect(page.locator('#projects tr')).toHaveCount(1, MAX_WAIT)
  await expect(field).toBeHidden()
  assert.equal(page.url(), `${mock.admin?.url}/`)
  // The browser itself reports each 401.
  assert.deepEqual(
    watched.violations.filter((violation) => !violation.includes('401 (Unauthorized)')),
    [],
  )
})

for (const width of [1280, 320])
  test(`the page fits a screen of ${width} pixels, and axe finds no barrier in light or dark`, async () => {
    await using mock = await startMock({ config, admin: {} })
    await post(mock.url, prompt('Hello', { top_k: 3 }), KEY)
    await using watched = await look(mock, { width })
    const { page } = watched
    await expect(page.locator('#requests tr')).toHaveCount(1, MAX_WAIT)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    assert.deepEqual(await barriers(page), [])
    assert.deepEqual(watched.violations, [])
  })
