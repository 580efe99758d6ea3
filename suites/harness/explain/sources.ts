/** The exchange that a failure may depend on, because it was sent before on the same connection. */
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judge/evidence.ts'

/** By exchange id, the previous exchange on the same connection. */
export function predecessorsIn(exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const known = exchanges.filter(({ connection, startedAt }) => connection !== undefined && startedAt !== undefined)
  const connections = Map.groupBy(known, ({ connection }) => connection)
  return new Map(
    [...connections.values()].flatMap((own) => {
      const sorted = own.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))
      return sorted.slice(1).map((each, at) => [each.id, sorted[at] as Exchange] as const)
    }),
  )
}

/** What a failure is about: the status of a response, or a rule for every response. */
const subjectOf = ({ requirement, statuses }: Finding): string => (statuses ? 'status' : requirement)

/**
 * By failure, the exchange on its connection that it may depend on: the last one that did not fail in the same way. A
 * connection may stay broken, so that the failures before this one are effects too.
 */
export function sourcesIn(
  findings: readonly Finding[],
  predecessors: ReadonlyMap<string, Exchange>,
): (finding: Finding, exchange: Exchange | undefined) => Exchange | undefined {
  const failures = findings.filter(({ outcome }) => outcome === 'fail')
  const failed = new Set(failures.map((each) => `${each.exchanges[0]} ${subjectOf(each)}`))
  const expected = asExpected(findings)
  return (finding, exchange) => {
    const direct = predecessors.get(exchange?.id ?? '')
    const isSame = ({ request }: Exchange): boolean => request.operation === exchange?.request.operation
    let unclear: Exchange | undefined
    let source = direct
    for (; source; source = predecessors.get(source.id)) {
      if (failed.has(`${source.id} ${subjectOf(finding)}`)) continue
      if (expected.has(source.id) && isRefused(source)) return source
      // A refusal that no check expects may be an effect as well. A control is valid, so that its refusal is one.
      if (isRefused(source) && source.role !== 'control') unclear = source
      // Another operation may respond correctly on a broken connection.
      if (!isRefused(source) && (source === direct || isSame(source))) break
    }
    return unclear ?? source
  }
}

const isRefused = ({ response }: Exchange): boolean => response !== undefined && response.status >= 400

/** Exchanges that are as a check expects. */
export const asExpected = (findings: readonly Finding[]): ReadonlySet<string> =>
  new Set(findings.flatMap(({ outcome, check, exchanges: [id = ''] }) => (outcome === 'pass' && check ? [id] : [])))

export const typeOf = ({ request, response }: Exchange): string => `${request.operation} ${response?.status}`
