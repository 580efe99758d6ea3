/** What recorded traffic shows about a gateway, as an in-toto statement. It supplements a certificate, but is not one. */
import type { TrafficReport } from '../../suites/harness/traffic/report.ts'
import { fileOf } from './any-version.ts'
import { STATEMENT_TYPE } from './certificate.ts'

export const SURVEILLANCE_TYPE = 'https://svc-conformance.dev/surveillance/v1'

export type Surveillance = ReturnType<typeof surveillanceOf>

/** @param sha256 the digest of the report, as it was written */
export function surveillanceOf(report: TrafficReport, baseUrl: string, sha256: string, now: Date) {
  const { conclusion, contract, harness, exchanges, judged, first, last, requirements } = report
  return {
    _type: STATEMENT_TYPE,
    subject: [fileOf(baseUrl, sha256)],
    predicateType: SURVEILLANCE_TYPE,
    predicate: {
      ...{ conclusion, contract, harness, base_url: baseUrl, exchanges, judged },
      ...(first === undefined ? {} : { first }),
      ...(last === undefined ? {} : { last }),
      made: now.toISOString(),
      broken: requirements.flatMap(({ id, verdict }) => (verdict === 'broken' ? [id] : [])),
      held: requirements.flatMap(({ id, verdict, judged: n, at_most = 1 }) =>
        verdict === 'held' ? [{ id, judged: n, at_most }] : [],
      ),
    },
  }
}
