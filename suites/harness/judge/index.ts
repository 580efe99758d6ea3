/** The judge: from a transcript to findings. Pure; the same transcript gives the same findings anywhere. */
import type { Finding } from '../finding.ts'
import { judgeEvidence } from './expected.ts'
import { judgeInvariants, judgeUniqueness } from './invariants.ts'
import type { Transcript } from './transcript.ts'

export function judgeTranscript({ exchanges, evidence, remarks }: Transcript): Finding[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const judged = evidence.flatMap((item): Finding[] => {
    const exchange = byId.get(item.exchange)
    if (!exchange) {
      return [{ requirement: item.requirement, outcome: 'inconclusive', message: `${item.title}: not sent, the budget is spent`, exchanges: [], check: item.check }]
    }
    return judgeEvidence(item, exchange, item.control === undefined ? undefined : byId.get(item.control))
  })
  // The order in which answers came is chance; the order of ids is not.
  const sorted = [...exchanges].sort((a, b) => (a.id < b.id ? -1 : 1))
  return [...remarks, ...judged, ...sorted.flatMap(judgeInvariants), ...judgeUniqueness(sorted)]
}
