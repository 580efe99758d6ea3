/** Sends requests with exactly one fault. Fault, request and model are chosen to cover as much as possible. */
import { seedFor, spreadOver } from '../../arbitraries/draws.ts'
import { type Draw, drawsAt, fitsInto, holdersOf, isSingleFault, mutatedBy } from '../../arbitraries/requests.ts'
import { itemAt, type Site } from '../../arbitraries/sites.ts'
import { DEEP } from '../../arbitraries/values.ts'
import type { RequirementId } from '../../catalogue/requirements.ts'
import { compact } from '../../http/compact.ts'
import { isObject } from '../../http/exact-json.ts'
import { complete, type Plan, postRaw, RawJson, toJson } from '../../http/request.ts'
import { accepted } from '../../judge/attempts.ts'
import type { Ask, CheckContext } from '../check-context.ts'
import type { Trial } from '../trial.ts'
import { type Control, plainControl, plainStream } from './controls.ts'

/** A fault and the request to which it is added. */
export interface Mutation {
  readonly draw: Draw
  readonly control: Control
}

/** Requests that further draws reserve for other models and for variations, which are sent later. */
const FOR_THE_REST = { core: 15, full: 50 } as const

/** The number of faults of each family to choose from. */
const EACH = 5

/** With at least this many faults for a rule, one goes to another model, which a gateway may check in other code. */
const MANY = 6

/** Keywords that can be broken in only one way, which a row of the cases already does in plain requests. */
const DONE_PLAINLY = ['null', 'required', 'minLength', 'minItems']

function siteName({ pointer, keyword }: Site): string {
  return `${pointer} ${keyword}`
}

/** Each item of a conversation is a separate position; a request with one message has only one. */
function shownPlaces({ site, at, place }: Draw, control: Control): string[] {
  const isOfSeveral = site.pointer.includes('/-') && !control.isBare
  return [...(isOfSeveral ? [`in item ${at}`] : []), `stands ${place}`]
}

/** The role of the message that holds the fault. */
function roleShown({ site, at }: Draw, { body }: Control): unknown[] {
  if (!site.pointer.startsWith('/messages/-/')) return []
  const { messages } = body
  const message = Array.isArray(messages) ? messages[itemAt(messages, at)] : undefined
  return isObject(message) ? [message.role] : []
}

/** The bad value, or the value of an unlisted field, which is wrong with any value. */
function heldBy({ site, value }: Draw): unknown {
  return site.keyword === 'additionalProperties' ? (value as [string, unknown])[1] : value
}

const isDeep = (draw: Draw): boolean => (Object.values(DEEP) as unknown[]).includes(heldBy(draw))

/** A parser may limit the depth of nesting: `request-depth` covers the status for that. */
export function statusesFor(draw: Draw): readonly number[] {
  const { requirement } = draw.site
  return [400, ...(requirement === 'request-model-pattern' ? [404] : []), ...(isDeep(draw) ? [413] : [])]
}

/**
 * The rule that tries a family of bad values, out of all rules that can. Each rule tries few families: a bad value that
 * one field accepts is usually accepted by the others as well.
 */
function holderOf({ site, family }: Draw, seed: number): RequirementId | undefined {
  const holders = holdersOf(site.keyword, family)
  return holders[Math.abs(seedFor(seed, `${site.keyword} ${family}`)) % holders.length]
}

const isOnOther = ({ model }: CheckContext, { body }: Control): boolean => body.model !== model

/** `size` faults at these sites and `more` further ones, each with a control, chosen to cover as much as possible. */
export function mutations(
  context: CheckContext,
  name: string,
  sites: readonly Site[],
  controls: readonly Control[],
  size: number,
  more: number,
): Mutation[] {
  const draws = drawsAt(sites, EACH, (each) => seedFor(context.seed, `${name} ${each}`))
  const drawn = draws
    .map((draw): Mutation => ({ draw, control: controls[draw.control % controls.length] as Control }))
    .filter(({ draw, control }) => !(control.isPlain && DONE_PLAINLY.includes(draw.site.keyword)))
    .filter(({ draw, control }) => control.isBare || fitsInto(draw.site, control.body))
  // If no fault fits into its drawn control, use the bare ones: otherwise some seeds would have nothing to try.
  const bare = controls.filter(({ isBare }) => isBare)
  const candidates = drawn.length > 0 ? drawn : draws.flatMap((draw) => bare.map((control) => ({ draw, control })))
  return spreadOver(candidates, size + more, ({ draw, control }) => {
    const site = siteName(draw.site)
    const [group = '', member] = draw.family.split(': ')
    const isStreamed = control.body.stream === true
    const shouldStream = seedFor(context.seed, `${site} ${draw.family}`) % 2 === 0
    return {
      first: [`${site} ${member === undefined ? '' : group}`, `${site} ${draw.family}`],
      second: [
        // A gateway may check streamed requests in other code, and messages of each role.
        ...(isStreamed ? [`${site} streamed`] : []),
        ...(isStreamed === shouldStream ? [`${site} ${draw.family} in its form`] : []),
        ...roleShown(draw, control).map((role) => `${site} of ${role}, ${isStreamed}`),
        ...(size >= MANY && isOnOther(context, control) ? ['on another model'] : []),
        ...(holderOf(draw, context.seed) === draw.site.requirement ? [`${draw.site.keyword} ${draw.family}`] : []),
      ],
      others: [...control.shows, ...shownPlaces(draw, control), `holds ${toJson(heldBy(draw))}`],
    }
  })
}

const send = (body: unknown): Plan =>
  isObject(body) && !(body instanceof RawJson) ? complete(body) : postRaw(toJson(body))

/** A fault as a request. @param number makes names distinct, since only attempts at one request share a name */
function askOf({ draw, control }: Mutation, number: string): Ask | undefined {
  const mutated = mutatedBy(draw, control.body)
  if (!isSingleFault(mutated)) return undefined
  const { site, fields } = mutated
  const where = control.isPlain ? '' : `, ${control.shows.join(', ')}`
  return {
    title: `generated ${number}: ${site.pointer || 'the body'} breaks ${site.keyword}, ${draw.family.replace(/: $/, '')}${where}`,
    plan: send(mutated.body),
    expectation: { kind: 'rejected', statuses: statusesFor(draw), ...(fields.length > 0 ? { fields } : {}) },
    control: complete(mutated.control),
  }
}

export async function tryMutated(
  context: CheckContext,
  { draw, control }: Mutation,
  number: string,
  isFollowUp?: boolean,
): Promise<Trial | undefined> {
  const ask = askOf({ draw, control }, number)
  if (!ask) return undefined
  const { title, plan, expectation, control: valid } = ask
  // Another model may be unavailable, or have its own limits. If the valid request is refused, the fault shows nothing.
  const served = control.isPlain ? 'yes' : accepted(await context.look(valid, isFollowUp))
  if (served === 'no' || (isOnOther(context, control) && served !== 'yes'))
    return tryMutated(context, { draw, control: plainControl(context) }, number, isFollowUp)
  return context.try(title, plan, expectation, { control: valid, silent: true, ...compact({ isFollowUp }) })
}

const kindOf = ({ draw: { site, family } }: Mutation): string => `${siteName(site)} ${family}`

/** One mutation of each kind that was not sent; if every kind was sent, all of them. */
function freshOf(sent: readonly Mutation[], more: readonly Mutation[]): readonly Mutation[] {
  const known = new Set(sent.map(kindOf))
  const fresh = [...Map.groupBy(more, kindOf)].flatMap(([kind, own]) => (known.has(kind) ? [] : own.slice(0, 1)))
  return fresh.length > 0 ? fresh : more
}

/**
 * Keeps further faults in case this kind of refusal needs more variations. They are in the plain request, which can
 * show every value of a variation, so they cost no more than repeating the fault.
 */
function offer(context: CheckContext, sent: readonly Mutation[], more: readonly Mutation[]): void {
  const plain = plainControl(context)
  const streamed = plainStream(context)
  const asks = freshOf(sent, more).flatMap(({ draw }, at) => {
    const control = DONE_PLAINLY.includes(draw.site.keyword) && fitsInto(draw.site, streamed.body) ? streamed : plain
    return askOf({ draw, control }, String(sent.length + at + 1)) ?? []
  })
  context.offer(asks)
}

const hasFailed = ({ findings }: Trial): boolean => findings.some(({ outcome }) => outcome === 'fail')

/**
 * Tries n faults, one at a time, and keeps the rest for later. The first fault that fails is also tried in the plain
 * request, so that the finding is as small as possible.
 */
export async function tryEach(context: CheckContext, all: readonly Mutation[], size: number): Promise<void> {
  const sent = all.slice(0, size)
  offer(context, sent, all.slice(size))
  let wasTriedPlainly = false
  for (const [at, mutation] of sent.entries()) {
    if (!(await context.drawsAgain(FOR_THE_REST[context.within('full') ? 'full' : 'core'], sent.length - at))) return
    let trial = await tryMutated(context, mutation, String(at + 1))
    if (!trial) continue
    if (hasFailed(trial) && !mutation.control.isPlain && !wasTriedPlainly) {
      wasTriedPlainly = true
      const plain = { ...mutation, control: plainControl(context) }
      const plainly = await tryMutated(context, plain, `${at + 1} plainly`, true)
      if (plainly && hasFailed(plainly)) trial = plainly
    }
    context.evidence.push(
      hasFailed(trial) ? { ...trial.evidence, replay: `seed ${context.seed}, number ${at + 1}` } : trial.evidence,
    )
  }
}
