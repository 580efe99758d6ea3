/** A run and its certificate, with the result of a revisit. */
import { isDeepStrictEqual } from 'node:util'
import type { Report, ReportedRevisit } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { CONTRADICTED } from '../wording/requests.ts'
import { type AnyStatement, fileOf } from './any-version.ts'

/** The facts about a revisit that its own report does not have. */
export type OfRevisit = Pick<ReportedRevisit, 'another_key' | 'transcript'>

/**
 * Merges the report of a revisit into that of the run: failures of the revisit count, and the rest is of the run.
 *
 * @param seen the report of the revisit alone, which must not be incomplete
 */
export function withRevisit(report: Report, seen: Report, of: OfRevisit): Report {
  const revisits = [...(report.revisits ?? []), { ...revisitOf(report.target, seen), ...of }]
  const { conclusion } = seen
  if (conclusion !== 'nonconformant') return { ...report, revisits }
  const { exchanges, causes = [], requirements } = named(seen, `revisit-${revisits.length}`)
  const counting = causes.filter(({ not_scored }) => !not_scored)
  const isBroken = ({ verdict, not_scored }: ReportedRequirement): boolean =>
    !not_scored && (verdict === 'fail' || (report.strict && verdict === 'warn'))
  const broken = new Map(requirements.filter(isBroken).map((each) => [each.id, each]))
  return {
    ...report,
    conclusion,
    causes: [
      ...counting.map((cause) => ({ ...cause, title: `${CONTRADICTED}: ${cause.title}` })),
      ...(report.causes ?? []).filter(({ id }) => !broken.has(id)),
    ],
    requirements: report.requirements.map((each) => broken.get(each.id) ?? each),
    exchanges: [...report.exchanges, ...exchanges],
    revisits,
  }
}

/** How a target was reached, in a certificate of any version. */
type Way = Pick<AnyStatement['predicate']['target'], 'network' | 'peers' | 'loopback'>

/** What the report of a revisit says about it. @param run the target of the run: only another way to it is named */
export function revisitOf(run: Way, seen: Report): Omit<ReportedRevisit, keyof OfRevisit> {
  const { started, finished, requests, seed, conclusion, target } = seen
  const { network, peers, loopback } = target
  // The curl arguments say nothing more, and a revisit never identifies itself.
  const [ran, revisited] = [run, target].map((way) => way.network && { ...way.network, curl: '', identified: false })
  return {
    ...{ started, finished, requests, seed },
    conclusion: conclusion === 'nonconformant' ? conclusion : 'conformant',
    ...(network && !isDeepStrictEqual(ran, revisited) ? { network } : {}),
    ...(peers && !isDeepStrictEqual(run.peers, peers) ? { peers } : {}),
    ...(loopback && !run.loopback ? { loopback } : {}),
  }
}

/** Prefixes the ids of exchanges, because exchanges of a run and of a revisit may have the same id. */
function named(seen: Report, prefix: string): Report {
  const ids = new Set(seen.exchanges.map(({ id }) => id))
  const text = JSON.stringify(seen)
  return JSON.parse(text, (_, value) => (ids.has(value) ? `${prefix}/${value}` : value)) as Report
}

/** @param sha256 the digest of the report with the revisit, as it was written */
export function revisitedStatement(statement: AnyStatement, { revisits }: Report, sha256: string): AnyStatement {
  const { predicate, subject } = statement
  const report = fileOf(predicate.report.name, sha256)
  const [, ...others] = subject
  return {
    ...statement,
    subject: [fileOf(predicate.target.base_url, sha256), ...others],
    predicate: { ...predicate, report, ...(revisits ? { revisits } : {}) },
  }
}
