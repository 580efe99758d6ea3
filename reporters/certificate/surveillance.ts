/** What recorded traffic shows about a gateway, as an in-toto statement. It supplements a certificate, but is not one. */
import type { TrafficReport } from '../../suites/harness/traffic/report.ts'
import { type File, fileOf } from './any-version.ts'
import { STATEMENT_TYPE } from './certificate.ts'

export const SURVEILLANCE_TYPE = 'https://svc-conformance.dev/surveillance/v1'

export interface Surveillance {
  readonly _type: typeof STATEMENT_TYPE
  readonly subject: readonly [File]
  readonly predicateType: typeof SURVEILLANCE_TYPE
  readonly predicate: Pick<
    TrafficReport,
    'conclusion' | 'contract' | 'harness' | 'exchanges' | 'judged' | 'first' | 'last'
  > & {
    readonly base_url: string
    readonly made: string
    readonly broken: readonly string[]
    readonly held: readonly { readonly id: string; readonly judged: number; readonly at_most: number }[]
  }
}

/** @param sha256 of the report as it was written */
export function surveillanceOf(report: TrafficReport, baseUrl: string, sha256: string, now: Date): Surveillance {
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
