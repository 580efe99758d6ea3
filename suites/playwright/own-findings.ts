/** What a check's own evidence comes to; statements about every answer are left to the whole run. */
import type { CheckOutcome } from '../harness/certify.ts'
import type { Exchange } from '../harness/exchange.ts'
import type { Finding } from '../harness/finding.ts'
import { judgeEvidence } from '../harness/judge/expected.ts'

export function ownFindings({ evidence, remarks }: CheckOutcome, exchanges: readonly Exchange[]): Finding[] {
  const wanted = new Set(
    evidence.flatMap(({ exchange, control }) => (control === undefined ? [exchange] : [exchange, control])),
  )
  const byId = new Map(exchanges.filter(({ id }) => wanted.has(id)).map((exchange) => [exchange.id, exchange]))
  const judged = evidence.flatMap((item) => {
    const exchange = byId.get(item.exchange)
    return exchange
      ? judgeEvidence(item, exchange, item.control === undefined ? undefined : byId.get(item.control))
      : []
  })
  return [...remarks, ...judged]
}
