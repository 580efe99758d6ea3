/** Section 5.3 and rule 7: what each project lists and may call, and a project without models. */
import type { KeyRole } from '../harness/http/key-forms.ts'
import { complete, listModels, type Plan } from '../harness/http/request.ts'
import type { CheckOptions } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { everListed } from '../harness/run/context/lists.ts'
import { forValid } from '../harness/run/trial.ts'
import { isInSomeList, isListed, NOT_FOUND, ofFirstAlone, REFUSED } from './list-follow-ups.ts'

/** The plain request for another model, with another key. */
export function named(context: CheckContext, model: string, role: KeyRole = 'valid', set: object = {}): Plan {
  return complete({ ...context.body(), ...set, model }, { role })
}

/** The first, the last, and ids spread between them: a breach is as likely at an edge of a catalog as inside. */
export function spread(ids: readonly string[], size: number): string[] {
  if (ids.length <= size) return [...ids]
  return Array.from({ length: size }, (_, index) => ids[Math.round((index * (ids.length - 1)) / (size - 1))] ?? '')
}

/** The number of another project's models to request: one may show a breach that others do not. */
const OTHERS = 3

export const MODES = [
  ['', {}],
  [', streamed', { stream: true }],
] as const

type Mode = (typeof MODES)[number]

/** Requests another project's model: one requirement forbids that the key calls it, and another demands 404. */
async function denyModel(context: CheckContext, id: string, [mode, set]: Mode, control: Plan): Promise<void> {
  const title = `the first project’s model ${id} with the second key${mode}`
  const options = { control, silent: true } as const
  const plan = named(context, id, 'second', set)
  const { evidence, exchange } = await context.try(title, plan, { kind: 'denied' }, options)
  // A list may lack a model of its key for a short time.
  if (exchange.response?.status === 200 && (await isInSomeList(context, 'second', id))) return
  context.evidence.push(evidence, { ...evidence, requirement: 'model-not-authorized', expectation: REFUSED })
}

export const projects: readonly CheckOptions[] = [
  {
    covers: 'model-not-authorized',
    title: "another project's model is neither listed nor callable, and its own project has both",
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    run: async (context) => {
      const { foreign = '' } = context.target.models
      const rejection = { ...NOT_FOUND, control: named(context, foreign, 'second') }
      for (const [mode, set] of MODES)
        await context.reject(`the other project’s model${mode}`, named(context, foreign, 'valid', set), rejection)
    },
  },
  {
    covers: 'auth-project-catalog',
    title: 'each project lists its own catalog, and calls no model of the other',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    run: async (context) => {
      const { foreign = '' } = context.target.models
      await context.try('the list of the valid key', listModels(), { kind: 'lists', excludes: [foreign] })
      await isListed(context, foreign, 'auth-project-catalog', 'second')
      const theirs = [...everListed(context.session, 'second')]
      for (const id of theirs.length > 0 ? spread(ofFirstAlone(context), OTHERS) : [])
        for (const mode of MODES) await denyModel(context, id, mode, named(context, foreign, 'second', mode[1]))
      for (const [mode, set] of MODES) {
        const plan = named(context, context.unknownModel, 'second', set)
        const valid = named(context, foreign, 'second', set)
        const options = { requirement: 'model-not-found', control: valid } as const
        await context.try(`an unknown model with the second key${mode}`, plan, REFUSED, options)
      }
      for (const id of spread(theirs, 4))
        for (const [mode, set] of MODES) {
          const trial = await context.try(
            `model ${id} of the second project${mode}`,
            named(context, id, 'second', set),
            { kind: 'callable' },
            { retry: { ...forValid, retryOn: [429, 500] }, control: context.complete(set), silent: true },
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
      for (const title of ['the list of the empty project', 'the list of the empty project again'])
        await context.try(title, listModels({ role: 'empty' }), { kind: 'lists', empty: true })
    },
  },
  {
    covers: 'model-not-authorized',
    id: 'model-not-authorized.empty',
    title: 'a project without models can call none',
    profile: 'full',
    needs: ['key:empty'],
    run: async (context) => {
      const [other] = await context.otherModels()
      for (const model of [context.model, ...(other === undefined ? [] : [other])])
        for (const [mode, set] of MODES)
          await context.reject(`${model} in the empty project${mode}`, named(context, model, 'empty', set), NOT_FOUND)
    },
  },
]
