/** Sections 2.1, 2.2, 4.1 and rule 7: the model list, and its agreement with what is callable. */

import { listedIds } from '../harness/http/answer.ts'
import { complete, listModels, type Plan } from '../harness/http/request.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { once, patient } from '../harness/run/patience.ts'
import { plainBody, UNKNOWN_MODEL } from '../harness/run/preflight.ts'
import { listFollowUps } from './list-follow-ups.ts'

/** Listed models that are tried; a catalog may hold thousands. */
const SAMPLE = { smoke: 0, core: 5, full: 12 } as const

function named(context: CheckContext, model: string, role: 'valid' | 'second' = 'valid'): Plan {
  return complete({ ...context.body(), model }, { role })
}

/** The first, the last, and others spread between them: breaches at the edges of a catalog are as likely as in the middle. */
function spread(ids: readonly string[], size: number): string[] {
  if (ids.length <= size) return [...ids]
  return Array.from({ length: size }, (_, index) => ids[Math.round((index * (ids.length - 1)) / (size - 1))] ?? '')
}

/** Well-formed ids near a listed one that the catalog does not hold. */
function neighbours(model: string, listed: readonly string[]): string[] {
  const near = [
    `${model}-x`,
    `${model}0`,
    model.slice(0, -1),
    `svc/x${model.slice(4)}`,
    model.replace(/^svc\//, 'svc/svc-'),
    'svc/-',
    'svc/a',
  ]
  return near.filter((id) => /^svc\/[a-z0-9-]+$/.test(id) && !listed.includes(id))
}

export const models = suite('models', [
  ...listFollowUps,
  {
    covers: 'models-list',
    title: 'GET /v1/models answers 200 with a model list',
    profile: 'smoke',
    modelless: true,
    run: async (context) => {
      const first = await context.acceptShared('the model list', listModels(), { as: 'list' })
      if (context.within('core')) await context.accept('the model list again', listModels(), { as: 'list' })
      if (context.within('core'))
        await context.accept('the model list, any media type accepted', listModels({ headers: [['accept', '*/*']] }), {
          as: 'list',
        })
      // 9: the path with its prefix is what answers.
      context.also(first, 'version-path', { kind: 'accepted' }, 'the model list under /v1')
    },
  },
  {
    covers: 'model-not-found',
    title: 'a well-formed model that does not exist answers 404',
    profile: 'smoke',
    run: async (context) => {
      const rejection = { statuses: [404], fields: ['model'] }
      await context.reject('an unknown model', named(context, UNKNOWN_MODEL), rejection)
      if (!context.within('core')) return
      await context.reject(
        'an unknown model, streamed',
        complete({ ...context.body({ stream: true }), model: UNKNOWN_MODEL }),
        {
          ...rejection,
          control: complete(context.body({ stream: true })),
        },
      )
      const near = neighbours(context.model, context.preflight.listed)
      for (const id of context.within('full') ? near.slice(0, 4) : near.slice(0, 2))
        await context.reject(`an unlisted model ${id}`, named(context, id), rejection)
    },
  },
  {
    covers: 'request-model-pattern',
    id: 'request-model-pattern.near',
    title: 'a listed id in upper case, without its prefix, or with white space is refused',
    run: async (context) => {
      const id = context.model
      const near = {
        'in upper case': `svc/${id.slice(4).toUpperCase()}`,
        'without its prefix': id.slice(4),
        'with a space before': ` ${id}`,
        'with a space after': `${id} `,
        'with a slash after': `${id}/`,
        'with a line break after': `${id}\n`,
      }
      for (const [how, model] of Object.entries(near)) {
        // An id of digits and hyphens is the same in upper case.
        if (model !== id)
          await context.reject(`the listed id ${how}`, named(context, model), {
            statuses: [400, 404],
            fields: ['model'],
          })
      }
    },
  },
  {
    covers: 'model-listed-callable',
    title: 'no listed model answers 404',
    run: async (context) => {
      const size = context.within('full') ? SAMPLE.full : SAMPLE.core
      const sample = context.preflight.listed.length > 0 ? spread(context.preflight.listed, size) : [context.model]
      for (const id of new Set(sample)) {
        const body = plainBody(id, context.target.limits.maxTokens)
        const callable = { kind: 'callable' } as const
        const options = { patience: { ...patient, retryOn: [429, 500] }, control: context.plain() }
        const trial = await context.try(`listed model ${id}`, complete(body), callable, options)
        context.also(trial, 'model-availability', { kind: 'observed', what: 'outcome', label: id })
        await context.try(`listed model ${id}, streamed`, complete({ ...body, stream: true }), callable, options)
      }
    },
  },
  {
    covers: 'model-not-authorized',
    title: "another project's model is neither listed nor callable, and its own project has both",
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    run: async (context) => {
      const { foreign = '' } = context.target.models
      const control = named(context, foreign, 'second')
      await context.reject('the other project’s model', named(context, foreign), {
        statuses: [404],
        fields: ['model'],
        control,
      })
      await context.reject(
        'the other project’s model, streamed',
        complete({ ...context.body({ stream: true }), model: foreign }),
        {
          statuses: [404],
          fields: ['model'],
          control,
        },
      )
    },
  },
  {
    covers: 'auth-project-catalog',
    title: 'each project lists its own catalog, and calls no model of the other',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    run: async (context) => {
      const { foreign = '' } = context.target.models
      await context.try(
        'the list of the valid key',
        listModels(),
        { kind: 'lists', excludes: [foreign] },
        { patience: patient },
      )
      const second = await context.try(
        'the list of the second key',
        listModels({ role: 'second' }),
        { kind: 'lists', includes: [foreign] },
        { patience: patient },
      )
      const theirs = listedIds(second.exchange)
      const ours = context.preflight.listed.filter((id) => !theirs.includes(id)).slice(0, 2)
      for (const id of theirs.length > 0 ? ours : []) {
        await context.deny(
          `the first project’s model ${id} with the second key`,
          named(context, id, 'second'),
          named(context, foreign, 'second'),
        )
      }
      for (const id of spread(theirs, 4)) {
        const trial = await context.try(
          `model ${id} of the second project`,
          named(context, id, 'second'),
          { kind: 'callable' },
          { patience: { ...patient, retryOn: [429, 500] }, silent: true },
        )
        context.evidence.push({ ...trial.evidence, requirement: 'model-listed-callable' })
      }
    },
  },
  {
    covers: 'list-empty',
    title: 'a project without models gets an empty list',
    profile: 'full',
    modelless: true,
    needs: ['key:empty'],
    run: async (context) => {
      await context.try(
        'the list of the empty project',
        listModels({ role: 'empty' }),
        { kind: 'lists', empty: true },
        { patience: patient },
      )
    },
  },
  {
    covers: 'model-not-authorized',
    id: 'model-not-authorized.empty',
    title: 'a project without models can call none',
    profile: 'full',
    needs: ['key:empty'],
    run: async (context) => {
      await context.reject('a completion of the empty project', context.plain({ role: 'empty' }), {
        statuses: [404],
        fields: ['model'],
      })
    },
  },
  {
    covers: 'models-query',
    title: 'a query string on the model list',
    kind: 'observation',
    modelless: true,
    run: async (context) => {
      await context.try(
        'with ?limit=1',
        listModels({ query: '?limit=1' }),
        { kind: 'observed', what: 'outcome' },
        { patience: once },
      )
    },
  },
])
