/** The valid requests that every check builds on: the plain requests of the run, and bodies with a few changes. */
import { entryOf } from '../../http/compact.ts'
import { complete, listModels, type Plan, type PlanOptions } from '../../http/request.ts'
import type { Target } from '../../target/target.ts'
import { plainBody, plainSentence } from '../plain-body.ts'
import type { Preflight } from '../preflight.ts'
import type { Kind } from '../session/life-check.ts'
import type { Session } from '../session/session.ts'
import type { CheckName } from '../trial.ts'

const ofKind: Readonly<Record<Exclude<Kind, 'list'>, Record<string, unknown>>> = {
  completion: {},
  stream: { stream: true },
}

/** Cached: nearly every request has a plain control. */
const made = new WeakMap<Preflight, Map<Kind, Plan>>()

export class PlainRequests {
  readonly target: Target
  readonly preflight: Preflight
  readonly check: CheckName
  readonly seed: number

  constructor({ target, seed }: Pick<Session, 'target' | 'seed'>, preflight: Preflight, check: CheckName) {
    this.target = target
    this.preflight = preflight
    this.check = check
    this.seed = seed
  }

  /** The model of the run. Checks that need one do not run without it. */
  get model(): string {
    if (this.preflight.model === undefined) throw new Error(`${this.check.id} needs a model`)
    return this.preflight.model
  }

  /** The text of the message in plain requests. */
  get sentence(): string {
    return plainSentence(this.seed)
  }

  /** The limit of output tokens in plain requests. */
  get maxTokens(): number {
    return this.target.limits.maxTokens
  }

  /** The plain valid body, with members set and left out. */
  body(set: Record<string, unknown> = {}, without: readonly string[] = []): Record<string, unknown> {
    const plain = plainBody(this.model, this.preflight.capped ? this.maxTokens : undefined, this.seed)
    const body = { ...plain, ...set }
    for (const name of without) delete body[name]
    return body
  }

  /** The plain valid completion. */
  plain(options?: PlanOptions): Plan {
    return options ? complete(this.body(), options) : this.#plainOf('completion')
  }

  /** The plain valid request of the same kind as a plan. */
  plainControl({ operation, stream }: Plan): Plan {
    return this.#plainOf(operation === 'models' ? 'list' : stream ? 'stream' : 'completion')
  }

  /** The plain valid completion with some members set. */
  complete(set: Record<string, unknown>): Plan {
    return complete(this.body(set))
  }

  #plainOf(kind: Kind): Plan {
    const known = entryOf(made, this.preflight, () => new Map<Kind, Plan>())
    return entryOf(known, kind, () => (kind === 'list' ? listModels() : complete(this.body(ofKind[kind]))))
  }
}
