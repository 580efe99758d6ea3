/**
 * Types that refer to each other in a circle: a call has a project, whose behaviour decides on calls. One file has all of
 * them, so that no two files import each other.
 */

import type { Disturb } from './disturbances/disturb.ts'
import type { Refusal } from './errors.ts'
import type { HttpResponse, Part, RequestHead } from './http.ts'
import type { Cells } from './metering/cells.ts'
import type { Ledger, Price } from './metering/ledger.ts'
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
  /** The cells of quota and ledger; they live as long as the project, also with new settings. */
  readonly cells: Cells
  readonly ledger: Ledger
  readonly script: ProjectScript
  /** Disturbances of its responses, and the number of responses that have drawn for them. */
  readonly disturbances: readonly Disturb[]
  drawn: number
  /** Pauses of its streams instead of those of the models, and the number of responses that have drawn them. */
  readonly pace: Pace | undefined
  paced: number
  /** Replaces the gateway's behaviour, once the key has identified this project. */
  behaviour: Behaviour | undefined
}

/** Who may call: every project, and the keys of each. */
export interface Accounts {
  readonly projects: Project[]
  /** Secret and project by the id of a key. Secrets stay in here. */
  readonly keys: Map<string, { readonly secret: string; readonly project: Project }>
  /** Every model of the deployment, for any project. */
  models: ReadonlyMap<string, Model>
  /** The most output tokens of the deployment. */
  limit: number
  /** Pauses of streams if neither project nor model has others. */
  pace: Pace | undefined
  /** The projects of the configuration; the others were opened while the gateway runs. */
  readonly configured: Set<Project>
  readonly meters: Meters
  /** Responses by request for every project without a fitting one. */
  replies: readonly WrittenReply[]
  readonly layFault: LayFault
  /** Makes the quotas of the projects of the configuration, where other mocks take part in them. */
  readonly quotas?: MakeQuota | undefined
  /** The usage of closed projects. */
  readonly closed: ClosedProjects
}

/** Makes the quota of a project, even without limits. */
export type MakeQuota = (project: string, limits: QuotaLimits) => ProjectQuota

/** Decides on requests together with other mocks, before their response is given. */
export interface Gate {
  /** Objections to the response to a call: none, a refusal, or the pending decision of other mocks. */
  check(call: Call, isRefused: boolean): Refusal | undefined | Promise<Refusal | undefined>
}

/** Gives the cells of a project by its name: new ones, unless other threads count in them too. */
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
  /** The content chunks of a stream and the pauses around them, where a script has set them. */
  readonly pieces?: readonly string[] | undefined
  readonly pauses?: readonly Sampler[] | undefined
}

/**
 * Every decision of the gateway, replaceable one by one. The default keeps the contract; a variant uses a freedom of the
 * contract; a fault breaks it on purpose. Lists are empty by default, so that a gateway without faults pays nothing for them.
 */
export interface Behaviour {
  /** The faults and variants that are laid over it. */
  readonly deviations: readonly string[]
  route(head: RequestHead): Operation | Refusal
  authenticate(head: RequestHead, accounts: Accounts, call: Call): Project | Refusal
  refuseDisabled(project: Project, operation: Operation, call: Call): Refusal | undefined
  /** Seconds to wait when the project's quota is used up. */
  takeQuota(project: Project, call: Call): number | undefined
  /** The most bytes to read of a body. */
  readonly bodyLimit: number
  /** Called with each known size of a body: announced, exceeded, or final. */
  isTooLarge(size: BodySize, call: Call): boolean
  parseBody(text: string | undefined, call: Call): JsonObject | Refusal
  problemsOf(body: JsonObject, call: Call): readonly Problem[]
  findModel(id: unknown, project: Project, accounts: Accounts, call: Call): Model | Refusal
  listJson(models: Iterable<Model>, accounts: Accounts, call: Call): string
  isStream(body: JsonObject, call: Call): boolean
  /** `script` is the text that a script gives instead of the model's. */
  compose(
    body: JsonObject,
    model: Model,
    project: Project,
    call: Call,
    script?: string,
  ): Pick<Reply, 'text' | 'finish' | 'usage'>
  completionJson(reply: Reply, call: Call): string
  /** The texts of the content chunks of a stream. */
  pieces(text: string): string[]
  /** The value of `x-svc-request-id`; undefined leaves the header out. */
  requestId(made: string, call: Call): string | undefined
  /** Turns the events of a stream, framing included, into others. */
  readonly events: readonly ((events: string[], call: Call) => string[])[]
  /** Turns the events of a stream into timed parts or connection acts; the last one decides. */
  readonly delivery: readonly ((events: readonly string[], call: Call) => Iterable<Part> | undefined)[]
  /** Turns a finished response into another one, before it gets its request id and after. */
  readonly responses: readonly ((response: HttpResponse, call: Call) => HttpResponse)[]
  readonly sealed: readonly ((response: HttpResponse, call: Call) => HttpResponse)[]
}

/** What is known about the size of a body: its announced size, that it exceeds the limit, or its final size. */
export interface BodySize {
  readonly stage: 'announced' | 'outgrown' | 'arrived'
  /** NaN if no size is announced. */
  readonly bytes: number
  /** Once it has arrived; undefined when the bytes are not valid UTF-8. */
  readonly text?: string | undefined
}

/** Lays a fault over a behaviour. @throws RangeError that says why it cannot be laid there */
export type LayFault = (behaviour: Behaviour, fault: string) => Behaviour

/** What is known about one request so far. Behaviours decide by it; nothing keeps it. */
export interface Call {
  readonly head: RequestHead
  /** Which request of this gateway it is, from 1. */
  readonly number: number
  /** When its head arrived, in milliseconds since the epoch on the gateway's clock. */
  readonly at: number
  /** The behaviour that decides on it: the gateway's, unless its project or a script has another one. */
  behaviour: Behaviour
  operation: Operation | undefined
  project: Project | undefined
  /** The text of the body and its size in bytes, once it has arrived. */
  text: string | undefined
  bytes: number
  body: JsonObject | undefined
  /** The problems of the body, if it was refused for them. */
  problems: readonly Problem[]
  /** Whether the response is a stream. */
  streams: boolean
  /** The booking of its usage, once it is an attempt; it ends with the response. */
  booking: { endWith(response: HttpResponse): HttpResponse } | undefined
  /** The text of the model or the script, before any change. */
  said: string | undefined
  /** The disturbances of the response, in order. */
  disturbances: readonly Disturb[]
  /** Steps that wait, and why none of them fits this request; empty if one did. */
  misses: readonly string[]
}

/** What a script decides about one response. The gateway decides the rest. */
export interface Step {
  /** An error of the contract, instead of a response. */
  readonly refusal?: Refusal
  /** The text, cut by `stop` and the limits of the request as every text of a model is. */
  readonly text?: string
  /** The content chunks of a stream; joined they are the text. */
  readonly pieces?: readonly string[]
  /** Milliseconds before each content chunk, and after the last one before the finish. */
  readonly pauses?: readonly Sampler[]
  readonly finish?: Reply['finish']
  readonly usage?: Reply['usage'] | 'unknown'
  readonly created?: Reply['created']
  /** A breach of the contract: the script has marked it as a fault. */
  readonly fault?: (behaviour: Behaviour) => Behaviour
  readonly disturbances?: readonly Disturb[]
}

/** Says why a step is not for a request, in words that quote nothing of it; undefined if it is for it. */
export type Mismatch = (call: Call) => string | undefined

/** A step on its way into a script. */
export interface Entry {
  readonly mismatch: Mismatch
  readonly step: Step
  /** The number of requests that it serves. */
  readonly count: number
  /** Its description, without its text. */
  readonly words: string
}

/** A step that waits, and for how many requests more. */
export type Unused = Pick<Entry, 'words' | 'count'>

/** The responses by request of a configuration, for one project: gives the one for a request; undefined if there is none. */
export type Rules = (call: Call, cells: Cells) => Step | undefined

/** The responses that a test has written down for one project. */
export interface ProjectScript {
  /** Responds where no step of the script does; undefined where the configuration has no replies. */
  rules: Rules | undefined
  /** A completion that fits no step is refused, with the reason. */
  strict: boolean
  add(entry: Entry): void
  /** Responds to requests that fit no waiting step; the latest one comes first. */
  addAlways(entry: Entry): void
  /** Takes the step that responds to a request; undefined if none fits it. */
  take(call: Call): Step | undefined
  /** Puts the last step back: the request was refused for another reason. */
  putBack(): void
  /** The steps that no request has used, or not as often as they wanted. */
  readonly unused: readonly Unused[]
  clear(): void
}

/** The part of its gateway that a journal sees. */
export interface GatewayView {
  readonly accounts: Accounts
  /** The number of requests so far. */
  readonly begun: number
}

/** Called with every response once it has its request id, before the transport gets it. It keeps no prompt, response or key. */
export interface Journal {
  enter(call: Call, response: HttpResponse, gateway: GatewayView): void
}
