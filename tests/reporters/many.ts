/** A huge report: each requirement fails with ten findings, and there are thousands of exchanges. */
import type { Report } from '../../suites/harness/report/report.ts'

const FINDINGS = 10

/** @param report one that has exchanges */
export function withExchanges(report: Report, count: number): Report {
  const exchanges = Array.from({ length: count }, (_, index) => {
    const exchange = report.exchanges[index % report.exchanges.length]
    if (!exchange) throw new Error('the report has no exchange to multiply')
    const body = { bytes: 4096, text: `{"usage":null,"text":"${'<é>\u0007'.repeat(700)}"}` }
    return { ...exchange, id: `many/${index}`, ...(exchange.answer ? { answer: { ...exchange.answer, body } } : {}) }
  })
  let next = 0
  const requirements = report.requirements.map((requirement) => ({
    ...requirement,
    verdict: 'fail' as const,
    findings: Array.from({ length: FINDINGS }, () => ({
      outcome: 'fail' as const,
      message: 'usage must be object',
      expected: 'must be object',
      actual: 'null',
      at: '/usage',
      check: 'many',
      exchanges: [next++, next++].map((index) => `many/${index % count}`),
      curl: `curl '${'x'.repeat(2000)}'`,
      replay: 'npx svc-conformance run',
    })),
  }))
  return { ...report, conclusion: 'nonconformant', requirements, exchanges }
}
