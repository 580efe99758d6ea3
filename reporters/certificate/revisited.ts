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
  const { started, finished, requests, seed, conclusion } = seen
  const isHeld = conclusion !== 'nonconformant'
  const revisit: ReportedRevisit = {
    ...{ started, finished, requests, seed },
    conclusion: isHeld ? 'conformant' : conclusion,
    ...otherWay(report.target.network, seen.target.network),
    ...of,
  }
  const revisits = [...(report.revisits ?? []), revisit]
  if (isHeld) return { ...report, revisits }
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

/** Only for a revisit by another way, which a certificate has to name. The curl arguments say nothing more. */
function otherWay(before: Network, now: Network): Pick<ReportedRevisit, 'network'> {
  const [ran, revisited] = [before, now].map((network) => network && { ...network, curl: undefined, identified: false })
  return isDeepStrictEqual(ran, revisited) || !now ? {} : { network: now }
}

type Network = Report['target']['network']

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
