/** `npm run pictures`: draws the README's pictures from real runs, and writes the example reports to out/examples. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startMock } from '../../../mock/index.ts'
import { htmlReport } from '../../../reporters/html/page.ts'
import { coloured } from '../../../reporters/terminal/paint.ts'
import { summaryOf } from '../../../reporters/terminal/terminal.ts'
import { type Report, reportOf } from '../../../suites/harness/report/report.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import { describeTarget } from '../../../suites/harness/target/target.ts'
import { allChecks } from '../../../suites/index.ts'
import { mockAt } from '../../reporters/samples.ts'
import { launch } from './chromium.ts'
import { drawn } from './terminal-picture.ts'

/** Shown instead of the address of the mock. */
const SHOWN = 'https://gateway.example.com'
const FAULTS = ['stream-done-missing', 'unknown-field-as-422'] as const
const COLUMNS = 104
const SIZE = { width: 1040, height: 640 }

async function reportOn(url: string): Promise<Report> {
  const target = mockAt(url)
  const result = await certify({ target, checks: allChecks, profile: 'core', seed: 20261121 })
  const command = `npx svc-conformance run --base-url ${SHOWN}`
  const about = { ...describeTarget(target, { profile: 'core' }), base_url: SHOWN }
  return reportOf(result, { target: about, strict: false, command })
}

const folder = (path: string): string => {
  const made = fileURLToPath(new URL(`../../../${path}/`, import.meta.url))
  mkdirSync(made, { recursive: true })
  return made
}

await using mock = await startMock()
const examples = folder('out/examples')
const conformant = await reportOn(mock.url)
await using faulty = await startMock({ faults: FAULTS })
const broken = await reportOn(faulty.url)
for (const [name, report] of Object.entries({ conformant, broken })) {
  writeFileSync(`${examples}example-${name}.html`, htmlReport(report))
  writeFileSync(`${examples}example-${name}.json`, `${JSON.stringify(report, null, 2)}\n`)
}
if (!process.argv.includes('--examples')) {
  const pictures = folder('docs/pictures')
  const lines = summaryOf(broken, { paint: coloured, columns: COLUMNS }).trim().split('\n')
  writeFileSync(`${pictures}terminal.svg`, drawn(lines, COLUMNS))
  const browser = await launch()
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme })
    await page.setContent(htmlReport(broken))
    await page.screenshot({ path: `${pictures}page-${colorScheme}.png` })
  }
  await browser.close()
}
