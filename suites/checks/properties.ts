/** Checks generated from the request schema: valid requests are accepted, and each single fault is refused. */

import fc from 'fast-check'
import { bodiesToBreak, brokenJson, validMembers } from '../harness/arbitraries/broken-json.ts'
import { seedFor } from '../harness/arbitraries/draws.ts'
import { sitesOf, spoilable } from '../harness/arbitraries/requests.ts'
import type { Body, Site } from '../harness/arbitraries/sites.ts'
import { closingOf } from '../harness/catalogue/likely-names.ts'
import type { RequirementId } from '../harness/catalogue/requirements.ts'
import { complete, postRaw, toJson } from '../harness/http/request.ts'
import { accepted } from '../harness/judge/attempts.ts'
import { type CheckOptions, suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { acceptBody } from '../harness/run/generated/blame-field.ts'
import { controlsOf, ownBodies } from '../harness/run/generated/controls.ts'
import { mutations, tryEach } from '../harness/run/generated/mutated.ts'
import { tryTwoFaults } from '../harness/run/generated/two-faults.ts'
import { tryUnlisted } from '../harness/run/generated/unlisted.ts'
import type { Trial } from '../harness/run/trial.ts'
import { names } from '../harness/text/names.ts'
import { RESERVE } from './rows/elsewhere.ts'

/** The maximum number of kinds of fault that full draws for a rule. Core only sends the likely faults of the rows. */
const DRAWN = 5
/** The number of faults with unlisted names that core draws. */
const NAMES_IN_CORE = 2
/** The number of further faults to generate, so that one of each unsent kind is available. */
const MORE = 200
/** Rules whose kinds have little in common: full tries all of them. */
const EVERY_KIND: readonly RequirementId[] = names('request-closed request-temperature request-max-tokens request-n')

/** Whether it is about names that a later contract is likely to list. Requests with unlisted names cover it as well. */
const isAboutLikelyNames = (requirement: RequirementId): boolean => closingOf(requirement) !== requirement

const rules = spoilable.filter((requirement) => !isAboutLikelyNames(requirement))

/** Whether it is about likely names inside a message or `stream_options`. In core, rows of the cases cover these. */
const isAboutLikelyInside = (requirement: RequirementId): boolean =>
  isAboutLikelyNames(requirement) && closingOf(requirement) !== 'request-closed'

/** The locations that core mutates. */
function inCore(sites: readonly Site[]): readonly Site[] {
  // Rows already mutate `stream` and `stream_options` in streams.
  const others = sites.filter(({ pointer }) => !pointer.startsWith('/stream'))
  return others.length > 0 ? others : sites
}

function sizeInFull(requirement: RequirementId, kinds: number): number {
  if (isAboutLikelyInside(requirement)) return 1
  return EVERY_KIND.includes(requirement) ? kinds : Math.min(kinds, DRAWN)
}

/** Faults of one requirement in requests of the first project: a few in core, each kind in full. */
function singleFault(requirement: RequirementId): CheckOptions {
  const sites = sitesOf(requirement)
  const kinds = sites.reduce((sum, { families }) => sum + Object.keys(families).length, 0)
  return {
    covers: requirement,
    id: `${requirement}.generated`,
    kind: 'property',
    profile: isAboutLikelyInside(requirement) ? 'full' : 'core',
    extra: true,
    title: `requests with a single generated fault (kinds: ${kinds}, locations: ${sites.length})`,
    run: async (context) => {
      const isFull = context.within('full')
      const size = isFull ? sizeInFull(requirement, kinds) : requirement === 'request-closed' ? NAMES_IN_CORE : 0
      const wanted = size * context.runs
      // Only full repeats this kind of refusal in more variations.
      const more = isFull ? (isAboutLikelyNames(requirement) ? 1 : MORE) : 0
      if (wanted + more === 0) return
      const controls = await controlsOf(context)
      const own = isFull ? sites : inCore(sites)
      await tryEach(context, mutations(context, requirement, own, controls, wanted, more), wanted)
    },
  }
}

function validRequests(covers: RequirementId, as: 'completion' | 'stream', title: string): CheckOptions {
  return {
    covers,
    id: `${covers}.generated`,
    kind: 'property',
    title,
    run: async (context) => {
      for (const body of ownBodies(context).filter(({ stream }) => (stream === true) === (as === 'stream')))
        await acceptBody(context, 'a generated valid request', body, as)
    },
  }
}

/** Requests that shrinking one counterexample may cost. */
const SHRINK_BUDGET = 12

/**
 * Cuts a valid body short at generated places, one request at a time. Passing requests become evidence; of the failing
 * ones, only the one with the smallest cut does.
 */
async function tryCut(context: CheckContext): Promise<void> {
  const plain = toJson(context.body())
  // `stream` comes first, so that a cut rarely removes it.
  const streamed = toJson({ stream: true, ...context.body() })
  let smallest: Trial | undefined
  let shrinking = 0
  const cuts = [fc.integer({ min: 1, max: plain.length - 1 }), fc.boolean()] as const
  const property = fc.asyncProperty(...cuts, async (at, stream) => {
    if (smallest && (shrinking += 1) > SHRINK_BUDGET) return true
    const trial = await context.try(
      `generated: a body cut after ${at} characters${stream ? ', streamed' : ''}`,
      postRaw((stream ? streamed : plain).slice(0, at), { stream }),
      { kind: 'rejected', statuses: [400] },
      {
        control: stream ? context.complete({ stream }) : context.plain(),
        silent: true,
        isFollowUp: smallest !== undefined,
      },
    )
    const failed = trial.findings.some(({ outcome }) => outcome === 'fail')
    if (failed) smallest = trial
    else if (!smallest) context.evidence.push(trial.evidence)
    return !failed
  })
  const details = await fc.check(property, { seed: seedFor(context.seed, 'cut'), numRuns: context.runs })
  const replay = `seed ${context.seed}, path ${details.counterexamplePath ?? '0'}`
  if (smallest) context.evidence.push({ ...smallest.evidence, replay })
  else if (details.failed) throw new Error(`the property cut broke: ${String(details.errorInstance ?? 'interrupted')}`)
}

/** The plain body with all valid members, or with those that the target accepts. */
async function acceptedBody(context: CheckContext): Promise<Body> {
  const isRefused = async (body: Body, isFollowUp?: boolean): Promise<boolean> =>
    accepted(await context.look(complete(body), isFollowUp)) === 'no'
  const plain = context.body()
  const all = { ...plain, ...validMembers }
  if (!(await isRefused(all))) return all
  let body = plain
  for (const [name, value] of Object.entries(validMembers)) {
    const more = { ...body, [name]: value }
    if (!(await isRefused(more, true))) body = more
  }
  return body
}

export const properties = suite('properties', [
  validRequests('completion-json', 'completion', 'generated valid requests are accepted'),
  validRequests('stream-started', 'stream', 'generated valid requests for a stream are accepted'),
  ...spoilable.map(singleFault),
  {
    covers: 'status-order',
    id: 'status-order.generated',
    kind: 'property',
    profile: 'full',
    title: 'two generated faults in one request get one of the statuses that they allow',
    run: (context) => tryTwoFaults(context, rules.flatMap(sitesOf), 4 * context.runs),
  },
  {
    covers: 'request-body-json',
    id: 'request-body-json.edited',
    kind: 'property',
    profile: 'full',
    extra: true,
    title: 'valid JSON with a single edit that breaks it is refused',
    run: async (context) => {
      const bodies = bodiesToBreak(await acceptedBody(context))
      const broken = brokenJson(bodies, context.seed)
      const [control, stream] = [complete(bodies[0] ?? {}), context.complete({ stream: true })]
      for (const [at, { family, number, body, text }] of broken.entries()) {
        if (!(await context.drawsAgain(RESERVE, broken.length - at))) return
        const title = `generated: JSON with ${family}${number > 1 ? `, ${number}` : ''}`
        if (body.stream)
          await context.reject(`${title}, streamed`, postRaw(text, { stream: true }), { control: stream })
        else await context.reject(title, postRaw(text), { control })
      }
    },
  },
  {
    covers: 'request-body-json',
    id: 'request-body-json.cut',
    kind: 'property',
    title: 'valid bodies cut short are refused',
    run: tryCut,
  },
  {
    covers: 'model-not-found',
    id: 'model-not-found.generated',
    kind: 'property',
    title: 'well-formed models that are not listed return 404, whatever their names',
    run: tryUnlisted,
  },
])
