import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, expect, type Page } from '@playwright/test'
import { type MockServer, startMock } from '../../../mock/index.ts'
import { htmlReport } from '../../../reporters/html/page.ts'
import { causesIn } from '../../../reporters/wording/causes.ts'
import type { RequirementId } from '../../../suites/harness/catalogue/requirements.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { targetFromFlags } from '../../../suites/harness/target/target-file.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'
import { hostileGateway, poisoned } from '../../reporters/hostile-gateway.ts'
import { withExchanges } from '../../reporters/many.ts'
import { reportOf } from '../../reporters/samples.ts'
import { chromiumPath, launch } from './chromium.ts'
import { barriers, MAX_WAIT, openAll, watch } from './watched.ts'

// Without a browser the file ends here, with the one line that says so.
chromiumPath()

/** What a page shows of breaches of all kinds. They are on one gateway: each shows in spite of the others. */
const breaches: readonly (readonly [requirement: RequirementId, fault: string])[] = [
  ['completion-usage', 'completion-usage-null'],
  ['chunk-delta-content', 'delta-content-null'],
  ['error-body', 'error-503-html'],
  ['request-id-present', 'request-id-missing'],
  ['request-temperature', 'lets-pass-temperature-up-to-two-and-a-half'],
  ['error-param-names-field', 'error-param-wrong-for-temperature'],
  ['stream-media-type', 'stream-as-json'],
  ['request-size-refused', 'too-large-as-400'],
]
/** It leaves no model to ask, and so no other breach to see. */
const NO_LIST = 'list-truncated'

const MANY = 'a gateway of many faults'
const HOSTILE_IN_SHORT = 'a hostile target, in short'

/** One finding of each requirement: a page of twenty thousand elements takes the browser its time. */
const inShort = (report: Report): Report => ({
  ...report,
  requirements: report.requirements.map((requirement) => ({
    ...requirement,
    findings: requirement.findings.slice(0, 1),
  })),
})

let browser: Browser
let mock: MockServer
const reports = new Map<string, Report>()

before(async () => {
  browser = await launch()
  mock = await startMock()
  await using faulty = await startMock({ faults: breaches.map(([, fault]) => fault) })
  reports.set(MANY, await reportOf(gatewayTarget(faulty), 'core'))
  reports.set(NO_LIST, await reportOf(gatewayTarget(mock, `/faults/${NO_LIST}`), 'core'))
  const conforming = await reportOf(gatewayTarget(mock), 'full')
  reports.set('the conforming mock', conforming)
  const gateway = await hostileGateway()
  try {
    const target = targetFromFlags({ baseUrl: gateway.url, env: { SVC_CONFORMANCE_KEY: 'svc_one_not-a-real-secret' } })
    reports.set('a hostile target', await reportOf(target, 'core'))
  } finally {
    await gateway.close()
  }
  reports.set(HOSTILE_IN_SHORT, inShort(named('a hostile target')))
  reports.set('a report of hostile texts alone', poisoned(inShort(named(MANY))))
})
after(async () => {
  await browser?.close()
  await mock?.close()
})

/** A report that `before` made. */
const named = (name: string): Report => reports.get(name) ?? assert.fail(`there is no report of ${name}`)

/** What the first cause breaks: its card stands open. */
const firstBroken = (): string => causesIn(named(MANY))[0]?.requirements[0] ?? assert.fail('there is no cause')

/** What failed, each with its first finding: axe takes its time with the many others, which are made alike. */
const failed = (which = ''): string =>
  ['.line', '.findings > :not(.finding)', '.findings > .finding:nth-of-type(1)']
    .map((part) => `.requirement[data-verdict=fail]${which} ${part}`)
    .join(', ')
const FAILED = `.summary, ${failed()}`
/** Where nearly everything failed, each section's beginning. */
const BEGINNINGS = `.summary, ${failed(':nth-child(-n+5)')}`
const REMOVE_REST = `for (const rest of document.querySelectorAll(
  '.requirement:not([data-verdict=fail]), details.rest > :not(summary)')) rest.remove()`
const subjects: readonly { readonly subject: string; readonly part?: string; readonly schemes?: ['light'] }[] = [
  { subject: MANY, part: FAILED },
  { subject: NO_LIST, part: FAILED },
  { subject: 'a hostile target' },
  { subject: HOSTILE_IN_SHORT, part: BEGINNINGS },
  // Texts change no colours.
  { subject: 'a report of hostile texts alone', part: BEGINNINGS, schemes: ['light'] },
  { subject: 'the conforming mock', part: 'html' },
]

for (const { subject, part, schemes } of subjects) {
  test(`${subject}: no script of the target runs, no request leaves${part ? ', and axe finds no barrier' : ''}`, async () => {
    await using watched = await watch(browser, htmlReport(named(subject)))
    const { page, misdeeds } = watched
    await openAll(page)
    assert.equal(await page.evaluate('"owned" in globalThis'), false)
    assert.equal(await page.locator('img, iframe, object, embed, link, script ~ script').count(), 0)
    // The longer a page, the longer axe looks for what lies behind each text.
    if (part && part !== 'html') await page.evaluate(REMOVE_REST)
    if (part) assert.deepEqual(await barriers(page, part, schemes), [])
    assert.deepEqual(misdeeds, [])
  })
}

test('the reports of faults and hostile targets have something to open', () => {
  for (const name of [MANY, NO_LIST, 'a hostile target']) assert.ok(named(name).exchanges.length > 0, name)
  const red = named(MANY).requirements.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))
  assert.deepEqual(
    breaches.flatMap(([id, fault]) => (red.includes(id) ? [] : [fault])),
    [],
  )
  assert.ok(JSON.stringify(named('a hostile target')).includes('<script>'))
})

/** Waits until n requirements are shown. The policy of the page forbids to wait by a function. */
async function shows(page: Page, count: number): Promise<void> {
  await expect(page.locator('.requirement:not([hidden])')).toHaveCount(count, MAX_WAIT)
}

for (const subject of [MANY, HOSTILE_IN_SHORT]) {
  test(`${subject}: on a phone the page is as wide as the screen`, async () => {
    await using watched = await watch(browser, htmlReport(named(subject)), { width: 390 })
    await openAll(watched.page)
    assert.equal(await watched.page.evaluate('document.documentElement.scrollWidth'), 390)
    assert.deepEqual(await barriers(watched.page, 'header, .summary, form', ['light']), [])
  })
}

test('requirements are filtered by verdict, section and text, and shown again', async () => {
  const report = named(MANY)
  await using watched = await watch(browser, htmlReport(report))
  const { page } = watched
  const count = (wanted: (requirement: Report['requirements'][number]) => boolean): number =>
    report.requirements.filter(wanted).length
  const total = report.requirements.length
  await shows(page, total)

  await page.getByRole('checkbox', { name: /^fail/ }).check()
  await shows(
    page,
    count(({ verdict }) => verdict === 'fail'),
  )
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ of \d+ requirements shown$/ })
    .waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('combobox', { name: 'Section' }).selectOption('2.5')
  await shows(
    page,
    count(({ section }) => section.split(' ')[0] === '2.5'),
  )
  assert.equal(await page.locator('.group:visible').count(), 1)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('searchbox', { name: 'Text' }).fill('STREAM-DONE')
  await expect(page.locator('.requirement:not([hidden])').nth(9)).toHaveCount(0, MAX_WAIT)
  await page.locator('.requirement', { has: page.getByText('stream-done', { exact: true }) }).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await shows(page, total)
  assert.deepEqual(watched.misdeeds, [])
})

test('counts filter, and the filter is in the address and stays visible', async () => {
  const report = named(MANY)
  await using watched = await watch(browser, htmlReport(report))
  const { page } = watched
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').length
  await page.locator('.counts').getByRole('link', { name: /fail/ }).click()
  await shows(page, failed)
  await expect(page).toHaveURL(/#verdict=fail$/, MAX_WAIT)
  await page.reload()
  await shows(page, failed)
  await page.getByRole('button', { name: 'Show all' }).click()
  await shows(page, report.requirements.length)
  await page.locator('[id="s-4.2"]').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 600)
  await expect(page.getByRole('search')).toBeInViewport(MAX_WAIT)
  assert.deepEqual(watched.misdeeds, [])
})

test('on a phone, the first cause and what was received stand on the first screen', async () => {
  await using watched = await watch(browser, htmlReport(named(MANY)), { width: 390 })
  await expect(watched.page.locator('.cause .facts').first()).toBeInViewport({ ratio: 1, ...MAX_WAIT })
})

test('the keyboard alone skips to the requirements, opens a failed one, and copies its curl line', async () => {
  const report = named(MANY)
  await using watched = await watch(browser, htmlReport(report))
  const { page } = watched
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the requirements')
  await page.keyboard.press('Enter')
  await page.waitForURL('**#requirements')
  const failed = page.locator('.requirement[data-verdict=fail]')
  await failed.locator('summary').first().focus()
  await page.keyboard.press('Enter')
  const copy = failed.getByRole('button', { name: 'Copy: Reproduce it with curl' }).first()
  await copy.focus()
  await page.keyboard.press('Enter')
  await failed.getByText('Copied').first().waitFor()
  const name = await failed.locator('.id').first().textContent()
  const opened = report.requirements.find(({ id }) => id === name)
  const lines = opened?.findings.map(({ curl }) => curl) ?? []
  assert.ok(lines.includes(await page.evaluate<string>('navigator.clipboard.readText()')))
})

test('a link in the first part opens the requirement that it names, even where the filter hides it', async () => {
  await using watched = await watch(browser, htmlReport(named(MANY)))
  const { page } = watched
  const lead = firstBroken()
  await page.getByRole('checkbox', { name: /^pass/ }).check()
  await page.getByRole('link', { name: lead, exact: true }).click()
  await page.locator(`#r-${lead}`).getByText('Finding 1 of').first().waitFor({ state: 'visible' })
})

test('without a script everything is there: findings open, links open them, colours switch', async () => {
  await using watched = await watch(browser, htmlReport(named(MANY)), { javaScriptEnabled: false })
  const { page } = watched
  for (const fold of await page.locator('.group .fold > summary').all()) await fold.click()
  assert.equal(await page.locator('.requirement:visible').count(), named(MANY).requirements.length)
  assert.equal(await page.locator('form:visible, .copy:visible').count(), 0)
  const lead = firstBroken()
  await page.getByRole('link', { name: lead, exact: true }).click()
  await page.locator(`#r-${lead}`).getByText('Finding 1 of').first().waitFor({ state: 'visible' })
  const corner = async (): Promise<Buffer> => page.screenshot({ clip: { x: 0, y: 0, width: 2, height: 2 } })
  const light = await corner()
  await page.getByRole('radio', { name: 'Dark' }).check()
  assert.notDeepEqual(await corner(), light)
})

test('a report of 5,000 exchanges opens', async () => {
  const html = htmlReport(withExchanges(named(MANY), 5000))
  await using watched = await watch(browser, html)
  await watched.page.getByRole('searchbox', { name: 'Text' }).fill('completion-usage')
  await watched.page.locator('.requirement:visible').first().waitFor()
  // Two seconds on a quiet machine. What grows with the square of its length would take hours.
  const took = Number(await watched.page.evaluate("performance.getEntriesByType('navigation')[0].duration"))
  assert.ok(took > 0 && took < MAX_WAIT.timeout, `${took} ms`)
  assert.deepEqual(watched.misdeeds, [])
})
