/** Checks generated from the request schema: valid requests are accepted, and each single fault is refused. */
import fc from 'fast-check'
import {
  isSingleFault,
  type Spoiled,
  sitesOf,
  spoilable,
  spoiledBodies,
  validBodies,
} from '../harness/arbitraries/requests.ts'
import type { Body, Site } from '../harness/arbitraries/sites.ts'
import type { RequirementId } from '../harness/catalogue/requirements.ts'
import { compact } from '../harness/http/compact.ts'
import type { KeyRole } from '../harness/http/key-forms.ts'
import { complete, type Plan, postRaw, toJson } from '../harness/http/request.ts'
import { acceptBody } from '../harness/run/blame-field.ts'
import { type CheckOptions, suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { insistent } from '../harness/run/patience.ts'
import { forAll, seedFor } from '../harness/run/property.ts'
import type { Trial } from '../harness/run/trial.ts'

const POOL = { core: 4, full: 10 } as const

const pools = new Map<string, Body[]>()

/** Valid bodies that the generated faults are put into; each is sent once a run, as their control. */
function poolOf(context: CheckContext): Body[] {
  const size = context.within('full') ? POOL.full : POOL.core
  const { maxTokens } = context.target.limits
  // Every property of a run draws from the same pool, and generating it costs more than all that is done with it.
  const key = JSON.stringify([context.model, maxTokens, context.seed, size])
  let generated = pools.get(key)
  if (!generated) {
    generated = fc.sample(validBodies(context.model, maxTokens), {
      seed: seedFor(context.seed, 'pool'),
      numRuns: size - 2,
    })
    pools.set(key, generated)
  }
  return [context.body(), context.body({ stream: true }), ...generated]
}

function statusesFor(requirement: RequirementId): readonly number[] {
  return requirement === 'request-model-pattern' ? [400, 404] : [400]
}

function send(body: unknown, role: KeyRole): Plan {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return complete(body, { role })
  return postRaw(toJson(body), { role })
}

async function attempt(
  context: CheckContext,
  requirement: RequirementId,
  spoiled: Spoiled,
  role: KeyRole = 'valid',
): Promise<Trial | undefined> {
  if (!isSingleFault(spoiled)) return undefined
  const { site, fields } = spoiled
  const title = `generated: ${site.pointer || 'the body'} breaks ${site.keyword}${role === 'second' ? ', second project' : ''}`
  const control = complete(spoiled.twin, { role })
  return context.try(
    title,
    send(spoiled.body, role),
    compact({ kind: 'rejected', statuses: statusesFor(requirement), fields: fields.length > 0 ? fields : undefined }),
    { patience: insistent(control), control, silent: true },
  )
}

/** Each site of one requirement, in turn. */
async function everySite(
  context: CheckContext,
  requirement: RequirementId,
  pool: readonly Body[],
  where: string,
  sites: readonly Site[],
  role?: KeyRole,
): Promise<void> {
  for (const [index, site] of sites.entries()) {
    // These can be spoiled in one way only, and a row of the cases has done that to plain requests.
    if (where === 'plain' && ['null', 'required', 'minLength', 'minItems'].includes(site.keyword)) continue
    await forAll(context, `${requirement} ${where} ${index}`, context.runs, spoiledBodies([site], pool), (spoiled) =>
      attempt(context, requirement, spoiled, role),
    )
  }
}

/** Places to spoil in core: the rows spoil `stream` and `stream_options` in streamed requests already. */
function mostly(sites: readonly Site[]): readonly Site[] {
  const others = sites.filter(({ pointer }) => !pointer.startsWith('/stream'))
  return others.length > 0 ? others : sites.slice(0, 1)
}

/** Faults of one requirement in requests of the first project: each of them streamed, and in full in other requests as well. */
function singleFault(requirement: RequirementId): CheckOptions {
  const sites = sitesOf(requirement)
  return {
    covers: requirement,
    id: `${requirement}.generated`,
    kind: 'property',
    title: `requests with a single generated fault (${sites.length} places)`,
    run: async (context) => {
      const pool = poolOf(context)
      // In core, the rows of the cases have spoiled plain requests, and these spoil the others.
      if (context.within('full'))
        await everySite(
          context,
          requirement,
          pool.filter(({ stream }) => stream !== true),
          'plain',
          sites,
        )
      // A gateway may check its streamed requests elsewhere than the others.
      await everySite(
        context,
        requirement,
        pool.slice(1, 2),
        'streamed',
        context.within('full') ? sites : mostly(sites),
      )
    },
  }
}

/** The same faults with the key and the model of the second project. */
function secondProject(requirement: RequirementId): CheckOptions {
  return {
    covers: requirement,
    id: `${requirement}.second`,
    kind: 'property',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    title: 'requests of the second project with a single generated fault',
    run: async (context) => {
      const { foreign = '' } = context.target.models
      await everySite(
        context,
        requirement,
        [{ ...context.body(), model: foreign }],
        'second',
        sitesOf(requirement),
        'second',
      )
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
      for (const body of poolOf(context).filter(({ stream }) => stream !== true))
        await acceptBody(context, 'a generated valid request', body, 'completion')
    },
  },
  {
    covers: 'stream-started',
    id: 'stream-started.generated',
    kind: 'property',
    title: 'generated valid requests for a stream are accepted',
    run: async (context) => {
      for (const body of poolOf(context).filter(({ stream }) => stream === true))
        await acceptBody(context, 'a generated valid request', body, 'stream')
    },
  },
  ...spoilable.map(singleFault),
  ...spoilable.map(secondProject),
  {
    covers: 'request-body-json',
    id: 'request-body-json.cut',
    kind: 'property',
    title: 'valid bodies cut short are refused',
    run: async (context) => {
      const [plain = {}] = poolOf(context)
      const text = toJson(plain)
      await forAll(context, 'cut', context.runs * 2, fc.integer({ min: 1, max: text.length - 1 }), (at) =>
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
    title: 'generated well-formed models that are not listed answer 404',
    run: async (context) => {
      const names = fc.stringMatching(/^[a-z0-9-]{1,40}$/).map((name) => `svc/${name}`)
      await forAll(context, 'unknown-model', context.runs * 2, names, async (model) => {
        if (context.preflight.listed.includes(model) || model === context.model) return undefined
        const plan = complete({ ...context.body(), model })
        return context.try(
          `generated: model ${model}`,
          plan,
          { kind: 'rejected', statuses: [404], fields: ['model'] },
          { patience: insistent(context.plain()), control: context.plain(), silent: true },
        )
      })
    },
  },
])
