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

// Without a browser, the file ends here with an error that says so.
chromiumPath()

/** Breaches of all kinds, on one gateway: each one is visible despite the others. */
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
/** This fault leaves no model to send requests to, so that no other breach is visible. */
const NO_LIST = 'list-truncated'

const MANY = 'a gateway of many faults'
const HOSTILE_IN_SHORT = 'a hostile target, in short'

/** Keeps one finding per requirement, because a page of twenty thousand elements is slow. */
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
  await using gateway = await hostileGateway()
  const target = targetFromFlags({ baseUrl: gateway.url, env: { SVC_CONFORMANCE_KEY: 'svc_one_not-a-real-secret' } })
  reports.set('a hostile target', await reportOf(target, 'core'))
  reports.set(HOSTILE_IN_SHORT, inShort(named('a hostile target')))
  reports.set('a report of only hostile texts', poisoned(inShort(named(MANY))))
})
after(async () => {
  await browser?.close()
  await mock?.close()
})

/** A report from `before`. */
const named = (name: string): Report => reports.get(name) ?? assert.fail(`there is no report of ${name}`)

/** The requirement that the first cause breaks: its card is open. */
const firstBroken = (): string => causesIn(named(MANY))[0]?.requirements[0] ?? assert.fail('there is no cause')

/** Selects failures, each with only its first finding, because axe is slow and the other findings look the same. */
const failed = (which = ''): string =>
  ['.line', '.findings > :not(.finding)', '.findings > .finding:nth-of-type(1)']
    .map((part) => `.requirement[data-verdict=fail]${which} ${part}`)
    .join(', ')
const FAILED = `.summary, ${failed()}`
/** The beginning of each section, for reports in which nearly everything failed. */
const BEGINNINGS = `.summary, ${failed(':nth-child(-n+5)')}`
const REMOVE_REST = `for (const rest of document.querySelectorAll(
  '.requirement:not([data-verdict=fail]), details.rest > :not(summary)')) rest.remove()`
const subjects: readonly { readonly subject: string; readonly part?: string; readonly schemes?: ['light'] }[] = [
  { subject: MANY, part: FAILED },
  { subject: NO_LIST, part: FAILED },
  { subject: 'a hostile target' },
  { subject: HOSTILE_IN_SHORT, part: BEGINNINGS },
  // Texts do not change colours, so that one scheme is enough.
  { subject: 'a report of only hostile texts', part: BEGINNINGS, schemes: ['light'] },
  { subject: 'the conforming mock', part: 'html' },
]

for (const { subject, part, schemes } of subjects) {
  test(`${subject}: runs no scripts of the target, sends no requests${part ? ', and is accessible' : ''}`, async () => {
    await using watched = await watch(browser, htmlReport(named(subject)))
    const { page, violations } = watched
    await openAll(page)
    assert.equal(await page.evaluate('"owned" in globalThis'), false)
    assert.equal(await page.locator('img, iframe, object, embed, link, script ~ script').count(), 0)
    // On a long page, axe takes long to find the background of each text.
    if (part && part !== 'html') await page.evaluate(REMOVE_REST)
    if (part) assert.deepEqual(await barriers(page, part, schemes), [])
    assert.deepEqual(violations, [])
  })
}

test('the reports of faults and hostile targets have exchanges to open', () => {
  for (const name of [MANY, NO_LIST, 'a hostile target']) assert.ok(named(name).exchanges.length > 0, name)
  const red = named(MANY).requirements.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))
  assert.deepEqual(
    breaches.flatMap(([id, fault]) => (red.includes(id) ? [] : [fault])),
    [],
  )
  assert.ok(JSON.stringify(named('a hostile target')).includes('<script>'))
})

/** Waits until n requirements are shown. The page's policy forbids waiting with a function. */
async function shows(page: Page, count: number): Promise<void> {
  await expect(page.locator('.requirement:not([hidden])')).toHaveCount(count, MAX_WAIT)
}

for (const subject of [MANY, HOSTILE_IN_SHORT]) {
  test(`${subject}: the page fits the width of a phone`, async () => {
    await using watched = await watch(browser, htmlReport(named(subject)), { width: 390 })
    await openAll(watched.page)
    assert.equal(await watched.page.evaluate('document.documentElement.scrollWidth'), 390)
    assert.deepEqual(await barriers(watched.page, 'header, .summary, form', ['light']), [])
  })
}

test('filters requirements by verdict, section and text, and shows all again', async () => {
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
  assert.deepEqual(watched.violations, [])
})

test('a count is a link that filters, and the filter is in the address and stays visible', async () => {
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
  assert.deepEqual(watched.violations, [])
})

test('on a phone, the first screen shows the first cause and what was received', async () => {
  await using watched = await watch(browser, htmlReport(named(MANY)), { width: 390 })
  await expect(watched.page.locator('.cause .facts').first()).toBeInViewport({ ratio: 1, ...MAX_WAIT })
})

test('the keyboard alone can skip to the requirements, open a failed one, and copy its curl line', async () => {
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

test('a link in the first part opens its requirement, even if the filter hides it', async () => {
  await using watched = await watch(browser, htmlReport(named(MANY)))
  const { page } = watched
  const lead = firstBroken()
  await page.getByRole('checkbox', { name: /^pass/ }).check()
  await page.getByRole('link', { name: lead, exact: true }).click()
  await page.locator(`#r-${lead}`).getByText('Finding 1 of').first().waitFor({ state: 'visible' })
})

test('without scripts, findings open, links open them, and colours switch', async () => {
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

test('a report of 5,000 exchanges opens in time', async () => {
  const html = htmlReport(withExchanges(named(MANY), 5000))
  await using watched = await watch(browser, html)
  await watched.page.getByRole('searchbox', { name: 'Text' }).fill('completion-usage')
  await watched.page.locator('.requirement:visible').first().waitFor()
  // This takes two seconds on an idle machine. Quadratic run time would take hours.
  const took = Number(await watched.page.evaluate("performance.getEntriesByType('navigation')[0].duration"))
  assert.ok(took > 0 && took < MAX_WAIT.timeout, `${took} ms`)
  assert.deepEqual(watched.violations, [])
})
