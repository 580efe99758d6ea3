/** Sends requests with exactly one fault, chosen so that they show most: which fault, in what request, on which model. */
import { seedFor, spreadOver } from '../../arbitraries/draws.ts'
import { type Draw, drawsAt, fitsInto, holdersOf, isSingleFault, spoiledBy } from '../../arbitraries/requests.ts'
import type { Site } from '../../arbitraries/sites.ts'
import type { RequirementId } from '../../catalogue/requirements.ts'
import { compact } from '../../http/compact.ts'
import { complete, type Plan, postRaw, RawJson, toJson } from '../../http/request.ts'
import { accepted } from '../../judge/judgement.ts'
import type { Ask, CheckContext } from '../check-context.ts'
import { insistent } from '../patience.ts'
import type { Trial } from '../trial.ts'
import { plainStream, plainTwin, type Twin } from './twins.ts'

/** A fault and what it is put into. */
export interface Spoiling {
  readonly draw: Draw
  readonly twin: Twin
}

/** Requests that further draws leave for other models and for the space of requests, which come after them. */
const FOR_THE_REST = { core: 15, full: 50 } as const

/** Faults of each family that are looked at before one is sent. */
const EACH = 5

/** Of so many faults of one rule, one is sent to another model: a gateway may check those elsewhere. */
const MANY = 6

/** These can be spoiled in one way only, and a row of the cases has done that to plain requests. */
const DONE_PLAINLY = ['null', 'required', 'minLength', 'minItems']

export function statusesFor(requirement: RequirementId): readonly number[] {
  return requirement === 'request-model-pattern' ? [400, 404] : [400]
}

function siteName({ pointer, keyword }: Site): string {
  return `${pointer} ${keyword}`
}

/** Each item of a conversation is a place of its own; a request of one message has only one. */
function shownPlaces({ site, at, place }: Draw, twin: Twin): string[] {
  const isOfSeveral = site.pointer.includes('/-') && !twin.isBare
  return [...(isOfSeveral ? [`in item ${at}`] : []), `stands ${place}`]
}

/** The value that the gateway finds: a field that is not listed is as bad with any of them. */
function heldBy(draw: Draw): string {
  return toJson(draw.site.keyword === 'additionalProperties' ? (draw.value as [string, unknown])[1] : draw.value)
}

/**
 * The rule that is to meet a family of bad values, of all that have it: each rule is sent few of them, and what one bad
 * value slips through in one field, it mostly slips through in others.
 */
function holderOf({ site, family }: Draw, seed: number): RequirementId | undefined {
  const holders = holdersOf(site.keyword, family)
  return holders[Math.abs(seedFor(seed, `${site.keyword} ${family}`)) % holders.length]
}

/** As many faults as are wanted at these sites, and `more` of them, each in the twin in which it shows most. */
export function spoilings(
  context: CheckContext,
  name: string,
  sites: readonly Site[],
  twins: readonly Twin[],
  size: number,
  more = 0,
): Spoiling[] {
  const draws = drawsAt(sites, EACH, (each) => seedFor(context.seed, `${name} ${each}`))
  const drawn = draws
    .map((draw): Spoiling => ({ draw, twin: twins[draw.twin % twins.length] as Twin }))
    .filter(({ draw, twin }) => !(twin.isPlain && DONE_PLAINLY.includes(draw.site.keyword)))
    .filter(({ draw, twin }) => twin.isBare || fitsInto(draw.site, twin.body))
  // Where no fault fits into the twin that was drawn for it, a bare one takes it: some seed would have nothing to try.
  const bare = twins.filter(({ isBare }) => isBare)
  const candidates = drawn.length > 0 ? drawn : draws.flatMap((draw) => bare.map((twin) => ({ draw, twin })))
  return spreadOver(candidates, size + more, ({ draw, twin }) => {
    const site = siteName(draw.site)
    const [group = '', member] = draw.family.split(': ')
    return {
      first: [`${site} ${member === undefined ? '' : group}`, `${site} ${draw.family}`],
      due: [
        // A gateway may check its streamed requests elsewhere than the others.
        ...(twin.body.stream === true ? [`${site} streamed`] : []),
        ...(size >= MANY && twin.role === 'valid' && twin.body.model !== context.model ? ['on another model'] : []),
        ...(holderOf(draw, context.seed) === draw.site.requirement ? [`${draw.site.keyword} ${draw.family}`] : []),
      ],
      others: [...twin.shows, ...shownPlaces(draw, twin), `holds ${heldBy(draw)}`],
    }
  })
}

function send(body: unknown, { role }: Twin): Plan {
  if (typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof RawJson))
    return complete(body, { role })
  return postRaw(toJson(body), { role })
}

/** A fault as a request. @param number keeps the names of requests apart: tries of one request have the same */
function askOf(requirement: RequirementId, { draw, twin }: Spoiling, number: string): Ask | undefined {
  const spoiled = spoiledBy(draw, twin.body)
  if (!isSingleFault(spoiled)) return undefined
  const { site, fields } = spoiled
  const where = twin.isPlain ? '' : `, ${twin.shows.join(', ')}`
  return {
    title: `generated ${number}: ${site.pointer || 'the body'} breaks ${site.keyword}, ${draw.family}${where}`,
    plan: send(spoiled.body, twin),
    expectation: compact({
      kind: 'rejected',
      statuses: statusesFor(requirement),
      fields: fields.length > 0 ? fields : undefined,
    }),
    control: complete(spoiled.twin, { role: twin.role }),
  }
}

export async function trySpoiled(
  context: CheckContext,
  requirement: RequirementId,
  { draw, twin }: Spoiling,
  number: string,
  isFollowUp?: boolean,
): Promise<Trial | undefined> {
  const ask = askOf(requirement, { draw, twin }, number)
  if (!ask) return undefined
  const { title, plan, expectation, control } = ask
  // Another model may be unavailable, or have its own limits; and next to a valid request that is refused nothing shows.
  const isOther = twin.body.model !== context.model && twin.role === 'valid'
  const served = twin.isPlain ? 'yes' : accepted(await context.look(control, isFollowUp))
  if (served === 'no' || (isOther && served !== 'yes'))
    return trySpoiled(context, requirement, { draw, twin: plainTwin(context) }, number, isFollowUp)
  return context.try(title, plan, expectation, {
    patience: insistent(control),
    control,
    silent: true,
    ...compact({ isFollowUp }),
  })
}

const kindOf = ({ draw: { site, family } }: Spoiling): string => `${siteName(site)} ${family}`

/** One of each kind that was not sent; where every kind was, all of them. */
function freshOf(sent: readonly Spoiling[], more: readonly Spoiling[]): readonly Spoiling[] {
  const known = new Set(sent.map(kindOf))
  const fresh = [...Map.groupBy(more, kindOf)].flatMap(([kind, own]) => (known.has(kind) ? [] : own.slice(0, 1)))
  return fresh.length > 0 ? fresh : more
}

/**
 * Holds further faults ready for when this kind of refusal has to be asked in more dresses: in the plain request, which
 * shows all of a dress, and so that they cost no more than the fault that would be sent a second time.
 */
function offer(
  context: CheckContext,
  requirement: RequirementId,
  sent: readonly Spoiling[],
  more: readonly Spoiling[],
): void {
  const plain = plainTwin(context)
  const streamed = plainStream(context)
  const asks = freshOf(sent, more).flatMap(({ draw }, at) => {
    const twin = DONE_PLAINLY.includes(draw.site.keyword) && fitsInto(draw.site, streamed.body) ? streamed : plain
    return askOf(requirement, { draw, twin }, String(sent.length + at + 1)) ?? []
  })
  context.offer(asks)
}

const hasFailed = ({ findings }: Trial): boolean => findings.some(({ outcome }) => outcome === 'fail')

/**
 * Tries so many faults, one after the other, and holds the rest ready. What fails is tried in the plain request, so that
 * the finding is as small as it can be.
 */
export async function tryEach(
  context: CheckContext,
  requirement: RequirementId,
  all: readonly Spoiling[],
  size: number = all.length,
): Promise<void> {
  const sent = all.slice(0, size)
  offer(context, requirement, sent, all.slice(size))
  let wasTriedPlainly = false
  for (const [at, spoiling] of sent.entries()) {
    if (!(await context.drawsAgain(FOR_THE_REST[context.within('full') ? 'full' : 'core'], sent.length - at))) return
    let trial = await trySpoiled(context, requirement, spoiling, String(at + 1))
    if (!trial) continue
    if (hasFailed(trial) && !spoiling.twin.isPlain && !wasTriedPlainly) {
      wasTriedPlainly = true
      const plain = { ...spoiling, twin: plainTwin(context) }
      const plainly = await trySpoiled(context, requirement, plain, `${at + 1} plainly`, true)
      if (plainly && hasFailed(plainly)) trial = plainly
    }
    context.evidence.push(
      hasFailed(trial) ? { ...trial.evidence, replay: `seed ${context.seed}, number ${at + 1}` } : trial.evidence,
    )
  }
}
