/** What the budget left out of the requests that were drawn. */
import type { Report } from '../../suites/harness/report/report.ts'
import { counted } from './counted.ts'

export function leftOutLine({ sent, left_out }: NonNullable<Report['drawn']>): string {
  return `${left_out} of ${counted(sent + left_out, 'drawn request')} not sent: the budget was spent`
}
