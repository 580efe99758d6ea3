/** All of the mock that needs neither Node nor msw: what every door has. */
export type { Behaviour } from './behaviour.ts'
export type { Call } from './call.ts'
export { type Clock, systemClock } from './clock.ts'
export { ConfigError, type MockConfig, type ModelConfig, type ProjectConfig } from './config.ts'
export { createGateway, type GatewayOptions } from './create.ts'
export { type CreateOptions, createMock, type Mock } from './create-mock.ts'
export { demo, demoConfig } from './demo.ts'
export {
  afterDone,
  cut,
  end,
  endMidEvent,
  endWithoutDone,
  errorEvent,
  firstByte,
  gap,
  hang,
  latency,
  linger,
  malformed,
  reset,
  split,
  stall,
} from './disturbances/builders.ts'
export { CAPABILITIES, type Capability, SOCKET_ONLY, type Transport } from './disturbances/capabilities.ts'
export type { Disturb, DisturbSettings } from './disturbances/disturbance.ts'
export type { DisturbName } from './disturbances/parameters.ts'
export type { Duration } from './duration.ts'
export { type Answer, type Opening, type Part, type RequestHead, type Upload, wantsBody } from './exchange.ts'
export type { Gateway } from './gateway.ts'
export type { BrokenRule, Ending, JournalEntry, Repeat } from './journal/entry.ts'
export type { JournalOptions } from './journal/gateway-journal.ts'
export type { LedgerEntry } from './ledger.ts'
export { listFaults, listVariants } from './oddities.ts'
export type { Fault, Variant } from './oddity.ts'
export type { ProjectHandle } from './project-handle.ts'
export type { ProjectOptions } from './project-options.ts'
export type { Integer } from './scripts/checks.ts'
export { fault } from './scripts/fault.ts'
export type { Matcher, ScriptedRequest } from './scripts/matcher.ts'
export type { Queue } from './scripts/queue.ts'
export { type FailOptions, type Failure, fail, limit, unavailable } from './scripts/refusals.ts'
export { type Pause, pause, type ReplyOptions, reply, type StreamOptions, stream } from './scripts/replies.ts'
export type { Unused } from './scripts/script.ts'
export type { ScriptedStep } from './scripts/scripted-step.ts'
export { type GatewayMatchers, gatewayMatchers, type Received } from './testing/matchers.ts'
export type { Usage } from './usage.ts'
export type { Evidence, Finding, FindingLevel } from './verdict/finding.ts'
export type { Given, Observed, ObservedCall } from './verdict/inquiry.ts'
export type { Verdict } from './verdict/verdict.ts'
export { VirtualClock } from './virtual-clock.ts'
