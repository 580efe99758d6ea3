/** Judges exchanges of other clients, one at a time, with memory that does not grow with their number. */
import { randomBytes } from 'node:crypto'
import type { RequirementId } from '../catalogue/requirements.ts'
import { compact } from '../http/compact.ts'
import { type Exchange, headerIn, headerValues, mediaType, requestIdsOf } from '../http/exchange.ts'
import { listedIds, recognise } from '../http/response.ts'
import type { Finding } from '../judge/evidence.ts'
import { judgeInvariants } from '../judge/invariants.ts'
import { isBadGateway, mayBeInTransit } from '../judge/together/bad-gateway.ts'
import { idsOf } from '../judge/together/comparisons.ts'
import type { Target } from '../target/target.ts'
import { printable } from '../text/printable.ts'
import { Clients } from './clients.ts'
import { type Deserved, deserved, isControl, judgeDeserved } from './deserved.ts'
import { needs } from './needs.ts'
import { isMasked, operationOf, type Readable, readable } from './readable.ts'
import type { SeenExchange } from './seen.ts'
import { Counts, type SeenFinding, type TrafficSummary } from './summary.ts'
import { digest, SteadyLists, UniqueIds } from './together.ts'

export interface TrafficOptions {
  /** The target whose keys and models they use, so that a 401 for a valid key is judged. */
  readonly target?: Pick<Target, 'keys' | 'models'> | undefined
  /** Requests to other hosts are skipped. */
  readonly baseUrl?: string | undefined
  /** Each exchange is recorded once, as by our proxy: then a repeated id is a breach, whatever else is equal. */
  readonly isOnce?: boolean
}

export class TrafficJudge {
  readonly #options: TrafficOptions
  readonly #counts = new Counts()
  readonly #requestIds: UniqueIds
  readonly #completionIds = new UniqueIds()
  readonly #lists = new SteadyLists()
  readonly #clients = new Clients()
  /** The salt of digests that identify callers without revealing anything about their keys. */
  readonly #salt = randomBytes(16)
  #control: Exchange | undefined
  #hasBadGateway = false
  /** The origin of the first request to another gateway. */
  #otherOrigin: string | undefined

  constructor(options: TrafficOptions = {}) {
    this.#options = options
    this.#requestIds = new UniqueIds(options.isOnce)
  }

  /** The requirements that an exchange breaks. */
  add(seen: SeenExchange): readonly SeenFinding[] {
    const isOfContract = operationOf(seen.request) !== 'other'
    const isOurs = isOfContract && this.#isOfTarget(seen.request.url)
    if (isOfContract && !isOurs) this.#otherOrigin ??= originOf(seen.request.url)
    this.#counts.exchange(isOurs, isOurs ? originOf(seen.request.url) : undefined)
    const read = isOurs ? readable(seen) : undefined
    if (!read) return []
    const deserves = deserved(read)
    const caller = this.#callerOf(read, seen.request.url)
    for (const finding of this.#clients.add(seen, read, deserves, caller)) this.#counts.client(finding, seen.where)
    // A response of the caller's own proxy does not count.
    if (mayBeInTransit(read.exchange) || this.#isFirstBadGateway(read.exchange)) return []
    const findings = [
      ...invariantsOf(read, deserves),
      ...mediaTypeOf(read),
      ...judgeDeserved(read, deserves, this.#control),
      ...this.#judgeRights(read),
      ...this.#judgeTogether(read, caller, mayBeCached(seen)),
    ].filter(({ requirement: id }) => needs.get(id)?.every((part) => read.has.has(part)))
    if (recognise(read.exchange)) this.#counts.alive(read.exchange.request.operation)
    if (isControl(read, deserves)) this.#control ??= read.exchange
    if (seen.source !== undefined && headerValues(read.exchange.response, 'x-svc-request-id').some((id) => id !== ''))
      this.#counts.trust(seen.source)
    return this.#counts.judged(findings, seen)
  }

  /** The number of judged exchanges so far. */
  get judged(): number {
    return this.#counts.ofJudged
  }

  summary(): TrafficSummary {
    const [request_ids, completion_ids] = [this.#requestIds.oneOf, this.#completionIds.oneOf]
    const summary = this.#counts.summary({ request_ids, completion_ids })
    return { ...summary, ...compact({ other_origin: this.#otherOrigin }) }
  }

  #isOfTarget(url: string): boolean {
    const { baseUrl } = this.#options
    const origin = originOf(url)
    return baseUrl === undefined || origin === undefined || url.startsWith(`${baseUrl.replace(/\/$/, '')}/v1/`)
  }

  /** Behind another base path there may be another gateway, for which the same key has other models. */
  #callerOf({ exchange, has }: Readable, url: string): string | undefined {
    const value = has.has('request') ? authorizationOf(exchange) : undefined
    const [base = ''] = url.split('/v1/', 1)
    return value === undefined || isMasked(value) ? undefined : digest(this.#salt, `${value} ${base}`)
  }

  /** What the target file says about a key and a model. */
  #judgeRights({ exchange }: Readable): readonly Finding[] {
    const { keys, models } = this.#options.target ?? {}
    if (keys?.valid === undefined || authorizationOf(exchange) !== `Bearer ${keys.valid}`) return []
    const { request, response } = exchange
    const isForeign = models?.foreign !== undefined && request.model === models.foreign && response.status === 200
    return [
      found('auth-valid-key', exchange, response.status === 401 && 'the valid key of the target file got 401'),
      ...(isForeign ? [found('model-not-authorized', exchange, 'a model of another project was accepted')] : []),
    ]
  }

  #judgeTogether({ exchange, has }: Readable, caller: string | undefined, isCached: boolean): readonly Finding[] {
    const { response, request, id } = exchange
    const findings: Finding[] = []
    const form = has.has('body') ? recognise(exchange) : undefined
    const ids = form && form !== 'list' ? [...new Set(idsOf(response))].filter((own) => own !== '') : []
    const requestIds = requestIdsOf(response)
    const content = has.has('body') ? digest(...(ids.length > 0 ? ids : [response.body])) : ''
    for (const own of has.has('request id') && !isCached ? requestIds.filter((each) => each !== '') : []) {
      const other = this.#requestIds.add(own, `${request.operation} ${response.status}\n${content}`, id)
      if (other) findings.push(found('request-id-unique', exchange, sharing(other, 'the request id')))
    }
    for (const own of ids) {
      const other = this.#completionIds.add(own, requestIds[0] ?? '', id)
      if (other) findings.push(found('completion-id-unique', exchange, sharing(other, 'the completion id')))
    }
    if (form === 'list' && caller !== undefined && !request.path.includes('?')) {
      const change = this.#lists.add(caller, digest([...new Set(listedIds(exchange))].sort().join('\n')))
      if (change === 'same' || change === 'back')
        findings.push(found('list-steady', exchange, change === 'back' && 'the list has changed, and changed back'))
    }
    if (isBadGateway(exchange)) findings.push(found('gateway-statuses', exchange, `got ${response.status}`))
    return findings
  }

  /** One bad gateway is tolerated, whatever else it lacks; two show how the deployment reports failures (7.5). */
  #isFirstBadGateway(exchange: Readable['exchange']): boolean {
    const isFirst = isBadGateway(exchange) && !this.#hasBadGateway
    this.#hasBadGateway ||= isFirst
    return isFirst
  }
}

/** Browsers record what they took from their cache, with the id of the first response. */
const mayBeCached = ({ source, request, response }: SeenExchange): boolean =>
  source !== undefined && response?.headers !== undefined && request.method.toUpperCase() === 'GET'

const sharing = (other: 'new' | { readonly first: string }, what: string): string | false =>
  other !== 'new' && `${what} is also that of ${other.first}`

/** A finding on one exchange. @param brief false where the requirement holds */
function found(id: RequirementId, exchange: Exchange, brief: string | false): Finding {
  const outcome = brief === false ? 'pass' : 'fail'
  const shown = brief === false ? { message: 'holds' } : { message: brief, brief }
  return { requirement: id, outcome, ...shown, exchanges: [exchange.id] }
}

/** An invalid request that got a 200 without a completion breaks its rule. The form of that 200 is a consequence. */
function invariantsOf({ exchange, has }: Readable, deserves: Deserved | undefined): readonly Finding[] {
  const findings = judgeInvariants(exchange)
  const isLetThrough = !!deserves?.faults.length && exchange.response.status === 200 && has.has('body')
  if (!isLetThrough || recognise(exchange)) return findings
  return findings.filter(({ requirement: id }) => id.startsWith('request-id-'))
}

/** Judges the media type of a response whose body was not recorded; otherwise it is judged with the body. */
function mediaTypeOf({ exchange, has, asked }: Readable): readonly Finding[] {
  const { response, request } = exchange
  const type = mediaType(response)
  if (has.has('body') || !has.has('media type') || (response.status !== 200 && response.status < 400)) return []
  const wrong = type === '' ? 'the content type is missing' : `the content type is ${printable(type, 80)}`
  const isJson = type === 'application/json'
  if (isBadGateway(exchange)) return []
  if (response.status >= 400) return [found('error-media-type', exchange, !isJson && wrong)]
  if (request.operation === 'models') return [found('models-media-type', exchange, !isJson && wrong)]
  const isEvents = type === 'text/event-stream'
  const isStream = asked ? request.stream : isEvents
  return [found(isStream ? 'stream-media-type' : 'completion-media-type', exchange, !isEvents && !isJson && wrong)]
}

const authorizationOf = ({ request }: Exchange): string | undefined => headerIn(request.headers, 'authorization')

/** Scheme, host and port of a URL. A user name and a password in it may be secrets. */
function originOf(url: string): string | undefined {
  const [, scheme = '', host] = /^(https?:\/\/)(?:[^/?#]*@)?([^/?#]+)/i.exec(url) ?? []
  return host === undefined ? undefined : `${scheme}${host}`.toLowerCase()
}
