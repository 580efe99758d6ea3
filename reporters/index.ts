/** The entry point for readers of reports: every format, and the comparison of two, as functions of `report.json`. */
export type { Report } from '../suites/harness/report/report.ts'
export { type Change, type Difference, differenceOf, type Slower, type Slowness } from './difference/difference.ts'
export { type FormatName, formatFiles, formatNames } from './formats/format-names.ts'
export { formats } from './formats/formats.ts'
