/** The first screen of a report on desktop and phone, in light and dark colours, for each kind of result. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, expect } from '@playwright/test'
import { startMock } from '../../../mock/index.ts'
import { htmlReport } from '../../../reporters/html/page.ts'
import { reportOf as made, type Report } from '../../../suites/harness/report/report.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../suites/index.ts'
import { carelessGateway } from '../../reporters/gateways/careless.ts'
import { aboutRun, mockAt, reportOf } from '../../reporters/samples.ts'
import { oneProjectTarget, startOneProject } from '../../suites/one-project.ts'
import { launch } from './chromium.ts'
import { barriers, MAX_WAIT, type Screen, type Watched, watch } from './watched.ts'

let browser: Browser
const reports = new Map<string, Report>()

/** A run with a known failure, and a baseline that also names a requirement that passes. */
async function knownFailure(url: string): Promise<Report> {
  const target = mockAt(url)
  const result = await certify({ target, checks: allChecks, profile: 'smoke' })
  const about = aboutRun(target)
  return made(result, { ...about, baseline: { known: ['model-id', 'list-object'] } })
}

async function carelessly(): Promise<Report> {
  await using gateway = await carelessGateway()
  return await reportOf(mockAt(gateway.url), 'core')
}

/** A gateway with one project, and a target file that declares this. */
async function withAbsences(): Promise<Report> {
  await using mock = await startOneProject()
  return await reportOf(oneProjectTarget(mock), 'full')
}

before(async () => {
  browser = await launch()
  await using mock = await startMock()
  const faulty = `${mock.url}/faults/model-id-null`
  reports.set('a gateway that conforms', await reportOf(mockAt(mock.url), 'smoke'))
  reports.set('one failure', await reportOf(mockAt(faulty), 'smoke'))
  reports.set('a gateway that validates nothing', await carelessly())
  reports.set('unreachable', await reportOf(mockAt('http://127.0.0.1:9'), 'smoke'))
  const frugal = mockAt(mock.url)
  reports.set('a spent budget', await reportOf({ ...frugal, limits: { ...frugal.limits, requests: 4 } }, 'smoke'))
  reports.set('a known failure', await knownFailure(faulty))
  reports.set('declared absences', await withAbsences())
})
after(() => browser?.close())

/** Opens the page of a report from `before`. */
const opened = (name: string, screen?: Screen, expires?: string): Promise<Watched> =>
  watch(browser, htmlReport(reports.get(name) ?? assert.fail(name), expires), screen)

/** What has to be visible without scrolling, in addition to the verdict. */
const screens: readonly (readonly [name: string, seen: readonly string[]])[] = [
  ['a gateway that conforms', ['.lead', '.statement-of .facts', '.counts']],
  ['one failure', ['.lead', '.cause .title', '.cause .facts', '.cause .fix']],
  ['a gateway that validates nothing', ['.lead', '.cause .title', '.cause .facts', '.cause .fix']],
  ['unreachable', ['.lead', '.lead + .fix', '#unevidenced']],
  ['a spent budget', ['.lead', '.lead + .fix', '#unevidenced']],
  ['a known failure', ['.lead', '.cause .title', '.cause .fix']],
  ['declared absences', ['.lead', '.lead + p', '.statement-of .facts']],
]

for (const [name, seen] of screens)
  for (const width of [1280, 390])
    test(`${name}, ${width} pixels wide: the essentials are on the first screen, and nothing is wider`, async () => {
      await using watched = await opened(name, { width })
      const { page } = watched
      for (const part of ['h1', ...seen])
        await expect(page.locator(part).first(), part).toBeInViewport({ ratio: 1, ...MAX_WAIT })
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
      assert.deepEqual(watched.violations, [])
    })

test('marks a known failure, reports a stale baseline, and axe finds no barrier in light or dark', async () => {
  await using watched = await opened('a known failure')
  const { page } = watched
  await expect(page.locator('.lead')).toContainText('nothing is new: all are in the baseline', MAX_WAIT)
  await expect(page.locator('.summary')).toContainText('The baseline is stale: list-object holds now', MAX_WAIT)
  await expect(page.locator('.cause .note').first()).toContainText('known', MAX_WAIT)
  await expect(page.locator('.requirement', { hasText: 'Known failure' })).toHaveCount(1, MAX_WAIT)
  assert.deepEqual(await barriers(page, '.summary'), [])
  assert.deepEqual(await barriers(page, '.cause'), [])
})

test('shows declared absences with reasons, not as passes, and axe finds no barrier in light or dark', async () => {
  await using watched = await opened('declared absences')
  const { page } = watched
  await expect(page.locator('.lead + p')).toContainText('declared absent: second-project (4 requirements)', MAX_WAIT)
  const row = page.locator('.requirement', { hasText: 'limit-429' })
  await expect(row.locator('.badge')).toHaveText('–not applicable', MAX_WAIT)
  await expect(row.locator('.note')).toHaveText('declared absent: limited (There are no limits: one team uses it.)')
  assert.deepEqual(await barriers(page, '.summary'), [])
  assert.deepEqual(await barriers(page, '.requirement[data-verdict="not-applicable"]'), [])
})

for (const name of ['a gateway that conforms', 'declared absences'])
  test(`${name}: the page prints on one sheet with a QR code until a reader opens more`, async () => {
    await using watched = await opened(name, {}, '2027-02-22T00:00:00.000Z')
    const { page } = watched
    const sheets = async (): Promise<number> =>
      (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
    assert.equal(await sheets(), 1)
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible(MAX_WAIT)
    await expect(page.locator('.statement-of')).toContainText('2027-02-22', MAX_WAIT)
    assert.deepEqual(await barriers(page, '.statement-of'), [])
    await page.getByRole('button', { name: 'Open all' }).click()
    assert.ok((await sheets()) > 5)
  })

for (const name of ['unreachable', 'a spent budget'])
  test(`${name}: rows without a verdict are hidden until they are opened`, async () => {
    await using watched = await opened(name, { width: 390 })
    await expect(watched.page.locator('.requirement:visible')).toHaveCount(0, MAX_WAIT)
    await watched.page.locator('.fold').first().locator('summary').first().click()
    await expect(watched.page.locator('.requirement:visible').first()).toBeVisible(MAX_WAIT)
  })

test('an exchange shows its response next to its request, and the marked position on the first screen', async () => {
  await using watched = await opened('one failure')
  const [request, response] = await Promise.all(
    [0, 1].map((at) => watched.page.locator('.cause .sides > div').nth(at).boundingBox()),
  )
  assert.ok(request && response && response.x > request.x + 100 && Math.abs(response.y - request.y) < 2)
  await expect(watched.page.locator('.cause mark').first()).toBeInViewport(MAX_WAIT)
})
