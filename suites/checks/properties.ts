/** Checks generated from the request schema: valid requests are accepted, and each single fault is refused. */
import fc from 'fast-check'
import { sitesOf, spoilable } from '../harness/arbitraries/requests.ts'
import type { Site } from '../harness/arbitraries/sites.ts'
import { familyOfValue } from '../harness/arbitraries/values.ts'
import { closingOf, likelyNames } from '../harness/catalogue/likely-names.ts'
import type { RequirementId } from '../harness/catalogue/requirements.ts'
import { postRaw, toJson } from '../harness/http/request.ts'
import { type CheckOptions, suite } from '../harness/run/check.ts'
import { acceptBody } from '../harness/run/generated/blame-field.ts'
import { forAll } from '../harness/run/generated/property.ts'
import { spoilings, tryEach } from '../harness/run/generated/spoiled.ts'
import { ownBodies, twinsOf, twinsOfSecond } from '../harness/run/generated/twins.ts'
import { tryTwoFaults } from '../harness/run/generated/two-faults.ts'
import { tryUnlisted } from '../harness/run/generated/unlisted.ts'
import { insistent } from '../harness/run/patience.ts'
import { caseFiles, loadCases } from './cases.ts'

/** Refusals by one requirement that the space of requests asks for anyway: no row of the cases, and so one more fault. */
const OF_ONE_KIND = 4
/** Faults of one rule that full tries; the seed draws them where there are more kinds. */
const MOST = 5
/** Places at which one rule is broken with the second key. */
const MOST_OF_SECOND = 8
/** Further faults that are looked at, to hold one of each kind ready that was not sent. */
const MORE = 200
/** Rules whose kinds have little in common: full tries all of them. */
const EVERY_KIND: readonly RequirementId[] = [
  'request-closed',
  'request-closed-likely',
  'request-temperature',
  'request-max-tokens',
  'request-n',
]

/** Refused rows of the cases in core, by requirement; names that are not listed in one place count together. */
const rows = new Map(
  [
    ...Map.groupBy(caseFiles.filter((name) => name !== 'more').flatMap(loadCases), ({ requirement }) =>
      closingOf(requirement),
    ),
  ].map(([requirement, groups]) => [
    requirement,
    groups.flatMap((group) => group.rows).filter(({ profile, expect }) => profile !== 'full' && expect !== 'accepted'),
  ]),
)

/** The value that a row puts at a place: in the last item of an array. */
function valueAt(set: unknown, pointer: string): unknown {
  return pointer.split('/').reduce<unknown>((found, step) => {
    if (step === '') return found
    if (Array.isArray(found)) return step === '-' ? found.at(-1) : undefined
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[step] : undefined
  }, set)
}

/** The places that a requirement can be broken at, without the types that rows put there already. */
function placesOf(requirement: RequirementId): Site[] {
  const done = rows.get(requirement) ?? []
  return sitesOf(requirement).map((site) => {
    if (site.keyword !== 'type') return site
    const shown = done.map(({ set = {} }) => familyOfValue(valueAt(set, site.pointer)))
    const left = Object.entries(site.families).filter(([family]) => !shown.includes(family))
    return left.length > 0 && site.pointer !== '' ? { ...site, families: Object.fromEntries(left) } : site
  })
}

/** Whether it is about names that a later contract is likely to list: they share the requests of the rule for all names. */
const isAboutLikelyNames = (requirement: RequirementId): boolean => closingOf(requirement) !== requirement

const rules = spoilable.filter((requirement) => !isAboutLikelyNames(requirement))

/** Likely names inside a message or `stream_options`: in core the rows of the cases ask for them. */
const isAboutLikelyInside = (requirement: RequirementId): boolean =>
  isAboutLikelyNames(requirement) && closingOf(requirement) !== 'request-closed'

/** How many families of names are drawn, of which some hold many names. */
function nameFamiliesOf(requirement: RequirementId): number {
  const kinds = sitesOf(requirement).flatMap(({ families }) => Object.keys(families))
  return new Set(kinds.map((kind) => kind.split(': ')[0])).size
}

/** Rows spoil `stream` and `stream_options` in streams already. */
const outsideStreams = (sites: readonly Site[]): readonly Site[] =>
  sites.filter(({ pointer }) => !pointer.startsWith('/stream'))

/** The places that core tries. */
function inCore(sites: readonly Site[]): readonly Site[] {
  const others = outsideStreams(sites)
  return others.length > 0 ? others : sites
}

/** A value that has to be one number is missed by less, by more, and by what a reader takes for it. */
const CONSTANT = 3

/** Faults that core tries: one at each place, streamed. */
function sizeInCore(requirement: RequirementId): number {
  // A row stands for one name of all these families; the gaps of the space show some more.
  if (closingOf(requirement) === 'request-closed') return Math.ceil(nameFamiliesOf(requirement) * 0.8)
  const places = outsideStreams(sitesOf(requirement))
  const constants = places.filter(({ keyword }) => keyword === 'const').length
  return Math.max(places.length + (CONSTANT - 1) * constants, OF_ONE_KIND - (rows.get(requirement) ?? []).length, 1)
}

function sizeInFull(requirement: RequirementId, kinds: number): number {
  if (isAboutLikelyInside(requirement)) return 1
  const own = EVERY_KIND.includes(requirement) ? kinds : Math.min(kinds, MOST)
  const all = Math.max(own, sizeInCore(requirement))
  const isShared = closingOf(requirement) !== 'request-closed' && likelyNames(requirement).length > 0
  return isShared ? all - 1 : all
}

/** Faults of one requirement in requests of the first project: a few in core, each kind in full. */
function singleFault(requirement: RequirementId): CheckOptions {
  const sites = placesOf(requirement)
  const kinds = sites.reduce((sum, { families }) => sum + Object.keys(families).length, 0)
  return {
    covers: requirement,
    id: `${requirement}.generated`,
    kind: 'property',
    profile: isAboutLikelyInside(requirement) ? 'full' : 'core',
    title: `requests with a single generated fault (${kinds} kinds at ${sites.length} places)`,
    run: async (context) => {
      const size = context.within('full') ? sizeInFull(requirement, kinds) : sizeInCore(requirement)
      const twins = await twinsOf(context)
      const wanted = size * context.runs
      const more = isAboutLikelyNames(requirement) ? 1 : MORE
      const own = context.within('full') ? sites : inCore(sites)
      await tryEach(context, requirement, spoilings(context, requirement, own, twins, wanted, more), wanted)
    },
  }
}

/** The same faults with the key and the model of the second project. */
function secondProject(requirement: RequirementId): CheckOptions {
  const sites = sitesOf(requirement)
  return {
    covers: requirement,
    id: `${requirement}.second`,
    kind: 'property',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    title: 'requests of the second project with a single generated fault',
    run: async (context) => {
      const name = `${requirement} second`
      const size = Math.min(sites.length, MOST_OF_SECOND) * context.runs
      await tryEach(context, requirement, spoilings(context, name, sites, twinsOfSecond(context), size))
    },
  }
}

export const properties = suite('properties', [
  {
    covers: 'completion-json',
    id: 'completion-json.generated',
    kind: 'property',
    title: 'generated valid requests are accepted',
    run: async (context) => {
      for (const body of ownBodies(context).filter(({ stream }) => stream !== true))
        await acceptBody(context, 'a generated valid request', body, 'completion')
    },
  },
  {
    covers: 'stream-started',
    id: 'stream-started.generated',
    kind: 'property',
    title: 'generated valid requests for a stream are accepted',
    run: async (context) => {
      for (const body of ownBodies(context).filter(({ stream }) => stream === true))
        await acceptBody(context, 'a generated valid request', body, 'stream')
    },
  },
  ...spoilable.map(singleFault),
  ...rules.map(secondProject),
  {
    covers: 'status-order',
    id: 'status-order.generated',
    kind: 'property',
    profile: 'full',
    title: 'two generated faults in one request get one of the statuses that they allow',
    run: (context) => tryTwoFaults(context, rules.flatMap(sitesOf), 2 * context.runs),
  },
  {
    covers: 'request-body-json',
    id: 'request-body-json.cut',
    kind: 'property',
    title: 'valid bodies cut short are refused',
    run: async (context) => {
      const text = toJson(context.body())
      await forAll(context, 'cut', context.runs, fc.integer({ min: 1, max: text.length - 1 }), (at) =>
        context.try(
          `generated: a body cut after ${at} characters`,
          postRaw(text.slice(0, at)),
          { kind: 'rejected', statuses: [400] },
          { patience: insistent(context.plain()), control: context.plain(), silent: true },
        ),
      )
    },
  },
  {
    covers: 'model-not-found',
    id: 'model-not-found.generated',
    kind: 'property',
    title: 'well-formed models that are not listed answer 404, whatever they are called',
    run: tryUnlisted,
  },
])
