/** The door for those who read reports: every format, and the comparison of two, as functions of `report.json`. */
export type { Report } from '../suites/harness/report.ts'
export { type Change, type Difference, differenceOf, type Slower, type Slowness } from './difference.ts'
export { type FormatName, formatFiles, formatNames } from './format-names.ts'
export { formats } from './formats.ts'
