/** The part of the mock that needs neither Node nor msw; every entry point exports it. */

export { demo, demoConfig } from './control/config/demo.ts'
export { createGateway, type GatewayOptions } from './control/create-gateway.ts'
export { type CreateOptions, createMock, type Mock } from './control/create-mock.ts'
export type { ProjectOptions } from './control/open-projects.ts'
export type { ProjectHandle } from './control/project-handle.ts'
export { ConfigError, type MockConfig, type ModelConfig, type ProjectConfig } from './core/config.ts'
export { SOCKET_ONLY } from './core/disturbances/capabilities.ts'
export type { Disturb } from './core/disturbances/disturb.ts'
export * from './core/disturbances/rows.ts'
export {
  CAPABILITIES,
  type Capability,
  type DisturbName,
  type DisturbSettings,
  type Transport,
} from './core/disturbances/table.ts'
export {
  type HttpResponse as Answer,
  type Opening,
  type Part,
  type RequestHead,
  type Upload,
  wantsBody,
} from './core/http.ts'
export type { LedgerEntry } from './core/metering/ledger.ts'
export type { Usage } from './core/responses/usage.ts'
export { type Clock, systemClock } from './core/time/clock.ts'
export type { Distribution, DistributionSettings } from './core/time/distribution.ts'
export type { Duration } from './core/time/duration.ts'
export type { PaceSettings } from './core/time/pace.ts'
export { VirtualClock } from './core/time/virtual-clock.ts'
export type { Behaviour, Call, Unused } from './core/types.ts'
export type { WrittenMatcher, WrittenPattern, WrittenReply, WrittenStep } from './core/written.ts'
export type { Fault, Variant } from './deviations/deviation.ts'
export { fault } from './deviations/registry.ts'
export { listFaults, listVariants } from './deviations/tables.ts'
export type { Gateway } from './gateway/gateway.ts'
export type { Evidence, Finding, FindingLevel } from './journal/client-verdict/finding.ts'
export type { Kind as RequestKind } from './journal/client-verdict/memory.ts'
export type { Given, Observed, ObservedCall } from './journal/client-verdict/observing.ts'
export type { Verdict } from './journal/client-verdict/verdict.ts'
export type { BrokenRule, Ending, JournalEntry, Repeat } from './journal/entry.ts'
export type { JournalOptions } from './journal/gateway-journal.ts'
export type { SentBody, SentRequest } from './journal/sent.ts'
export type { Integer } from './scripts/checks.ts'
export type { Matcher, ScriptedRequest } from './scripts/matcher.ts'
export type { Queue } from './scripts/queue.ts'
export { type FailOptions, type Failure, fail, limit, unavailable } from './scripts/refusals.ts'
export { type Pause, pause, type ReplyOptions, reply, type StreamOptions, stream } from './scripts/replies.ts'
export type { ScriptedStep } from './scripts/scripted-step.ts'
export { type GatewayMatchers, gatewayMatchers, type Received } from './testing/matchers.ts'
