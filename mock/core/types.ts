/**
 * Types that refer to each other in a cycle: a call has a project, whose behaviour decides on calls. They share one
 * file to avoid cyclic imports.
 */

import type { Disturb } from './disturbances/disturb.ts'
import type { Refusal } from './errors.ts'
import type { HttpResponse, Part, RequestHead } from './http.ts'
import type { Cells } from './metering/cells.ts'
import type { Price } from './metering/ledger.ts'
import type { ProjectQuota, QuotaLimits } from './metering/quota.ts'
import type { ClosedProjects } from './metering/sums.ts'
import type { JsonObject } from './request/body.ts'
import type { Problem } from './request/problems.ts'
import type { Usage, UsageForm } from './responses/usage.ts'
import type { Operation } from './routes.ts'
import type { Sampler } from './time/distribution.ts'
import type { Pace } from './time/pace.ts'
import type { WrittenReply } from './written.ts'

/** A model as the gateway runs it. */
export interface Model {
  readonly id: string
  readonly created: number | bigint
  /** Its entry in the model list, as JSON. */
  readonly listed: string
  readonly reply: string
  readonly limit: number
  readonly available: boolean
  readonly usage: UsageForm
  readonly pace: Pace | undefined
  readonly price: Price
  /** Disturbances of its completions. */
  readonly disturbances: readonly Disturb[]
}

/** A project as the gateway runs it, with its state. */
export interface Project {
  readonly name: string
  /** 0 for the first of the configuration, 1 for the second, and so on. */
  readonly ordinal: number
  readonly models: ReadonlyMap<string, Model>
  readonly disabled: 'no' | 'account' | 'completions'
  readonly quota: ProjectQuota | undefined
  readonly defaultLimit: number
  readonly limit: number
  /** The cells of quota and ledger. They survive a change of the project's settings. */
  readonly cells: Cells
  readonly script: ProjectScript
  /** Disturbances of its responses, and the number of responses that have drawn random numbers for them. */
  readonly disturbances: readonly Disturb[]
  drawn: number
  /** Pauses of its streams, which override those of the models, and the number of responses that have drawn them. */
  readonly pace: Pace | undefined
  paced: number
  /** Replaces the gateway's behaviour after the key has identified this project. */
  behaviour: Behaviour | undefined
}

/** Every project, and the keys that authenticate it. */
export interface Accounts {
  readonly projects: Project[]
  /** The secret and the project of each key, by the id of the key. Secrets exist only here. */
  readonly keys: Map<string, { readonly secret: string; readonly project: Project }>
  /** Every model of the deployment, for any project. */
  models: ReadonlyMap<string, Model>
  /** The maximum number of output tokens of the deployment. */
  limit: number
  /** Pauses of streams unless the project or the model sets them. */
  pace: Pace | undefined
  /** The projects of the configuration; the other projects were opened at run time. */
  readonly configured: Set<Project>
  readonly meters: Meters
  /** Responses to matching requests, for projects without a matching reply. */
  replies: readonly WrittenReply[]
  readonly applyFault: ApplyFault
  /** Creates the quotas of configured projects if they are shared with other mocks. */
  readonly quotas?: MakeQuota | undefined
  /** The usage of closed projects. */
  readonly closed: ClosedProjects
}

/** Creates the quota of a project, even without limits. */
export type MakeQuota = (project: string, limits: QuotaLimits) => ProjectQuota

/** Decides on requests together with other mocks, before the response is sent. */
export interface Gate {
  /** Returns a refusal to send instead of the response, undefined if there is no objection, or a pending decision. */
  check(call: Call, isRefused: boolean): Refusal | undefined | Promise<Refusal | undefined>
  /** Creates the quotas of configured projects. */
  readonly quotas: MakeQuota
}

/** Returns the cells of a project by its name: new cells, unless other threads share them. */
export type Meters = (project: string) => Cells

/** The response of a model, before it becomes a JSON body or a stream. */
export interface Reply {
  readonly id: string
  readonly created: number | bigint
  readonly model: string
  readonly text: string
  readonly finish: 'stop' | 'length' | 'content_filter'
  readonly usage: Usage
  readonly form: UsageForm
  /** The content chunks of a stream and the pauses around them, if a script sets them. */
  readonly pieces?: readonly string[] | undefined
  readonly pauses?: readonly Sampler[] | undefined
}

/**
 * Every decision of the gateway, each replaceable. The default keeps the contract; a variant uses a freedom of the
 * contract; a fault breaks it on purpose. Lists are empty by default, so that they cost nothing without faults.
 */
export interface Behaviour {
  /** The names of the faults and variants that are applied. */
  readonly deviations: readonly string[]
  route(head: RequestHead): Operation | Refusal
  authenticate(head: RequestHead, accounts: Accounts, call: Call): Project | Refusal
  refuseDisabled(project: Project, operation: Operation, call: Call): Refusal | undefined
  /** Takes one request from the quota of the project; returns the seconds to wait if it is exhausted. */
  takeQuota(project: Project, call: Call): number | undefined
  /** The maximum number of body bytes to read. */
  readonly bodyLimit: number
  /** Called for each stage of a body: with its announced size, when it exceeds the limit, and with its final size. */
  isTooLarge(size: BodySize, call: Call): boolean
  parseBody(text: string | undefined, call: Call): JsonObject | Refusal
  problemsOf(body: JsonObject, call: Call): readonly Problem[]
  findModel(id: unknown, project: Project, accounts: Accounts, call: Call): Model | Refusal
  listJson(models: Iterable<Model>, accounts: Accounts, call: Call): string
  isStream(body: JsonObject, call: Call): boolean
  /** `script` is the text of a script, which replaces the model's. */
  compose(
    body: JsonObject,
    model: Model,
    project: Project,
    call: Call,
    script?: string,
  ): Pick<Reply, 'text' | 'finish' | 'usage'>
  completionJson(reply: Reply, call: Call): string
  /** Splits a text into the content chunks of a stream. */
  pieces(text: string): string[]
  /** Returns the value of `x-svc-request-id`; undefined omits the header. */
  requestId(made: string, call: Call): string | undefined
  /** Transforms the events of a stream, framing included. */
  readonly events: readonly ((events: string[], call: Call) => string[])[]
  /** Turn the events of a stream into timed parts or connection acts; the last result is used. */
  readonly delivery: readonly ((events: readonly string[], call: Call) => Iterable<Part> | undefined)[]
  /** Transform a finished response: `responses` before it gets its request id, `sealed` after that. */
  readonly responses: readonly ((response: HttpResponse, call: Call) => HttpResponse)[]
  readonly sealed: readonly ((response: HttpResponse, call: Call) => HttpResponse)[]
}

/** The size of a body at one stage: its announced size, that it exceeds the limit, or its final size. */
export interface BodySize {
  readonly stage: 'announced' | 'outgrown' | 'arrived'
  /** NaN if no size is announced. */
  readonly bytes: number
  /** The text, after the body has arrived; undefined if the bytes are not valid UTF-8. */
  readonly text?: string | undefined
}

/** Applies a fault to a behaviour. @throws RangeError that says why the fault cannot be applied there */
export type ApplyFault = (behaviour: Behaviour, fault: string) => Behaviour

/** The state of one request so far, on which behaviours decide. It is not kept after the response. */
export interface Call {
  readonly head: RequestHead
  /** The number of the request in this gateway, from 1. */
  readonly number: number
  /** When its head arrived, in milliseconds since the epoch on the gateway's clock. */
  readonly at: number
  /** The behaviour that applies: the gateway's, unless the project or a script replaces it. */
  behaviour: Behaviour
  operation: Operation | undefined
  project: Project | undefined
  /** The text of the body and its size in bytes, once it has arrived. */
  text: string | undefined
  bytes: number
  body: JsonObject | undefined
  /** The problems for which the body was refused. */
  problems: readonly Problem[]
  /** Whether the response is a stream. */
  streams: boolean
  /** The booking of its usage, once a model is called; it ends with the response. */
  booking: { endWith(response: HttpResponse): HttpResponse } | undefined
  /** The text of the model or the script, before any change. */
  said: string | undefined
  /** The disturbances of the response, in order. */
  disturbances: readonly Disturb[]
  /** The queued steps, each with the reason why it does not match this request; empty if one matched. */
  misses: readonly string[]
}

/** The parts of a call that a header or a script may change. */
export type Effects = Pick<Call, 'behaviour' | 'disturbances'>

/** The parts of one response that a script sets. The gateway decides the rest. */
export interface Step {
  /** An error of the contract, instead of a response. */
  readonly refusal?: Refusal
  /** The text. `stop` and the limits of the request truncate it like the text of a model. */
  readonly text?: string
  /** The content chunks of a stream; concatenated, they are the text. */
  readonly pieces?: readonly string[]
  /** Milliseconds before each content chunk, and before the final chunk. */
  readonly pauses?: readonly Sampler[]
  readonly finish?: Reply['finish']
  readonly usage?: Reply['usage'] | 'unknown'
  readonly created?: Reply['created']
  /** Applies the faults of a step that breaks the contract on purpose. */
  readonly fault?: (behaviour: Behaviour) => Behaviour
  readonly disturbances?: readonly Disturb[]
}

/** Returns why a step does not match a request, without quoting the request; undefined if it matches. */
export type Mismatch = (call: Call) => string | undefined

/** A step to add to a script. */
export interface Entry {
  readonly mismatch: Mismatch
  readonly step: Step
  /** The number of requests that the step serves. */
  readonly count: number
  /** Its description, without its text. */
  readonly words: string
}

/** A queued step, and the number of further requests that it serves. */
export type Unused = Pick<Entry, 'words' | 'count'>

/** Finds the configured response to a request of one project; undefined if there is none. */
export type Rules = (call: Call, cells: Cells) => Step | undefined

/** The responses that a test has scripted for one project. */
export interface ProjectScript {
  /** Responds if no step of the script matches; undefined if the configuration has no replies. */
  rules: Rules | undefined
  /** Whether a completion that matches no step is refused, with the reason. */
  strict: boolean
  add(entry: Entry): void
  /** Responds to requests that match no queued step; the step that was added last takes precedence. */
  addAlways(entry: Entry): void
  /** Takes the step that responds to a request; undefined if none matches. */
  take(call: Call): Step | undefined
  /** Puts the last step back, because the request was refused for another reason. */
  putBack(): void
  /** The steps that are not used up. */
  readonly unused: readonly Unused[]
  clear(): void
}

/** The part of its gateway that a journal sees. */
export interface GatewayView {
  readonly accounts: Accounts
  /** The number of requests so far. */
  readonly begun: number
}

/** Records each response with its request id, before the transport gets it. Keeps no prompt, response or key. */
export interface Journal {
  enter(call: Call, response: HttpResponse, gateway: GatewayView): void
}
