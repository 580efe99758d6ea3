/** The public door: certify a target, with the checks of `suites/` or with checks of one's own. */

export type { RequirementId } from './catalogue/requirements.ts'
export { UsageError } from './catalogue/usage-error.ts'
export type { Exchange } from './http/exchange.ts'
export type { Conclusion, Finding, Verdict } from './judge/finding.ts'
export { type Report, type ReportOptions, reportOf } from './report/report.ts'
export { type CertifyOptions, certify, type Progress } from './run/certify.ts'
export { type Check, type CheckOptions, suite } from './run/check.ts'
export type { CheckContext } from './run/check-context.ts'
export type { Result } from './run/result.ts'
export type { Target } from './target/target.ts'
export { loadTarget, parseTarget, targetFromFlags } from './target/target-file.ts'
