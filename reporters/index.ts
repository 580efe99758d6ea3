/** The entry point for programs that read reports: all formats, and the comparison of two reports. */
export type { Report } from '../suites/harness/report/report.ts'
export { type Change, type Difference, differenceOf, type Slower, type Slowness } from './difference/difference.ts'
export { type FormatName, formatFiles, formatNames } from './formats/format-names.ts'
export { formats } from './formats/formats.ts'
