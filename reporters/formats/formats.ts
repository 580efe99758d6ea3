/** The formats that derive from a report: each is a pure function of the report and of its certificate's expiry. */
import type { Report } from '../../suites/harness/report/report.ts'
import { htmlReport } from '../html/page.ts'
import { badgeData, badgeOf, badgePicture } from './badge.ts'
import { codeQuality } from './code-quality.ts'
import { ctrf } from './ctrf.ts'
import type { FormatName } from './format-names.ts'
import { github } from './github.ts'
import { har } from './har.ts'
import { reportText } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { sarif } from './sarif.ts'

/**
 * @example const xml = formats.junit(report)
 */
export const formats: Readonly<Record<FormatName, (report: Report, expires?: string) => string>> = {
  json: reportText,
  html: htmlReport,
  junit,
  markdown,
  ctrf,
  badge: (report, expires) => badgeData(badgeOf(report, expires)),
  'badge-svg': (report, expires) => badgePicture(badgeOf(report, expires)),
  har,
  github,
  'code-quality': codeQuality,
  sarif,
}
