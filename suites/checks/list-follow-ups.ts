/** Checks that compare all model lists of the run with all callable models. They run after all other checks. */
import type { RequirementId } from '../harness/catalogue/requirements.ts'
import type { KeyRole } from '../harness/http/key-forms.ts'
import { complete, listModels } from '../harness/http/request.ts'
import { listedIds, recognise } from '../harness/http/response.ts'
import { accepted } from '../harness/judge/attempts.ts'
import { OUTCOME } from '../harness/judge/evidence.ts'
import type { CheckOptions } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { everListed, LISTS, listsOf } from '../harness/run/context/lists.ts'
import { plainBody } from '../harness/run/plain-body.ts'
import { forValid } from '../harness/run/trial.ts'

/** The maximum number of models to request that only some lists of a key name. */
const UNSTEADY = 4

/** What is expected for an unknown model, and for one of another project (rule 7). */
export const NOT_FOUND = { statuses: [404], fields: ['model'] } as const
export const REFUSED = { kind: 'rejected', ...NOT_FOUND } as const

/** The maximum number of models that only the second project lists, to request with the first key. */
const OF_SECOND = 6

/** Ids that some lists hold and others do not. */
function unsteady(lists: readonly (readonly string[])[]): string[] {
  const all = lists.map((list) => new Set(list))
  return [...new Set(lists.flat())].filter((id) => !all.every((list) => list.has(id))).sort()
}

/** Whether any of `LISTS` further lists of a key names a model: replicas may differ for a short time. */
export async function isInSomeList(context: CheckContext, role: KeyRole, id: string): Promise<boolean> {
  for (let turn = 1; turn <= LISTS; turn += 1) {
    const title = `list ${turn} of the ${role} key, for ${id}`
    const list = await context.try(title, listModels({ role }), OUTCOME, { silent: true, isFollowUp: true })
    if (listedIds(list.exchange).includes(id)) return true
  }
  return false
}

/** Requests a model that only some lists name, right after such a list, because the catalog may have changed before. */
async function callUnsteady(context: CheckContext, role: KeyRole, id: string): Promise<void> {
  if (!(await isInSomeList(context, role, id))) return
  await context.try(
    `model ${id} of the ${role} key, which only some lists name`,
    complete(plainBody(id, context.maxTokens, context.seed), { role }),
    { kind: 'callable' },
    { retry: { ...forValid, retryOn: [429, 500] }, control: context.plain() },
  )
}

/** Checks that a callable model is listed. One list may lack it for a short time, so up to `LISTS` are requested. */
export async function isListed(
  context: CheckContext,
  model: string,
  requirement: RequirementId = 'model-callable-listed',
  role: KeyRole = 'valid',
): Promise<void> {
  for (let turn = 1; turn <= LISTS; turn += 1) {
    const trial = await context.try(
      `${model} is listed${role === 'valid' ? '' : ` for the ${role} key`}, list ${turn}`,
      listModels({ role }),
      { kind: 'lists', includes: [model] },
      { silent: true, requirement, isFollowUp: turn > 1 },
    )
    if (turn < LISTS && trial.findings.some(({ outcome }) => outcome === 'fail')) continue
    context.evidence.push(trial.evidence)
    return
  }
}

/** Whether the key has the model that the target file calls unavailable: it gets 503, but an unknown model 404. */
async function isUnavailable(context: CheckContext, model: string): Promise<boolean> {
  const options = { retry: { retryOn: [429, 500], attempts: 3 }, silent: true }
  const ask = (id: string, set: object, title: string) =>
    context.try(title, complete({ ...plainBody(id, context.maxTokens, context.seed), ...set }), OUTCOME, options)
  const unknown = await ask(context.unknownModel, {}, 'an unknown model, for comparison')
  if (unknown.exchange.response?.status !== 404) return false
  for (const set of [{}, { stream: true }]) {
    const { exchange } = await ask(model, set, `${model}${'stream' in set ? ', streamed' : ''}`)
    if (exchange.response?.status !== 503) return false
  }
  return true
}

/** Requests a model that only the second project lists: the first key must get 404, or list the model as well. */
async function isRefusedOrListed(context: CheckContext, model: string): Promise<void> {
  const { exchange, evidence } = await context.try(
    `${model}, which only the second project lists`,
    complete(plainBody(model, context.maxTokens, context.seed)),
    REFUSED,
    { control: context.plain(), silent: true },
  )
  if (recognise(exchange) !== undefined) return isListed(context, model)
  const isAway = exchange.response?.status === 503
  context.evidence.push({ ...evidence, requirement: isAway ? 'model-unavailable-listed' : 'model-not-authorized' })
}

/** Models that the first key lists, but no list of the second key names. */
export function ofFirstAlone(context: CheckContext): readonly string[] {
  const theirs = everListed(context.session, 'second')
  return context.preflight.listed.filter((id) => !theirs.has(id))
}

/** Models that a list of the second key names, but no list of the first key. */
function ofSecondAlone(context: CheckContext): readonly string[] {
  const { session } = context
  const ours = new Set([...everListed(session, 'valid'), ...context.preflight.listed])
  const theirs = context.target.keys.second === undefined ? [] : everListed(session, 'second')
  return [...theirs].filter((id) => !ours.has(id) && id !== context.target.models.foreign).sort()
}

export const listFollowUps: readonly CheckOptions[] = [
  {
    covers: 'model-callable-listed',
    title: 'models that the target file names, or that the run has used, are listed',
    alone: true,
    run: async (context) => {
      // A model that does not respond need not be listed.
      if (accepted(await context.look(context.plain())) === 'yes') await isListed(context, context.model)
      if (!context.within('full')) return
      for (const id of ofSecondAlone(context).slice(0, OF_SECOND)) await isRefusedOrListed(context, id)
      const { model, role, headers } = context.target.provoke.unavailable ?? {}
      if (model === undefined || role !== 'valid' || headers?.length !== 0) return
      if (await isUnavailable(context, model)) await isListed(context, model, 'model-unavailable-listed')
    },
  },
  {
    covers: 'model-listed-callable',
    id: 'model-listed-callable.every-list',
    title: 'no model in any list of the run returns 404',
    followUp: true,
    extra: true,
    run: async (context) => {
      for (const role of ['valid', 'second'] as const) {
        if (context.target.keys[role] === undefined) continue
        for (const id of unsteady(listsOf(context.session, role)).slice(0, UNSTEADY))
          await callUnsteady(context, role, id)
      }
    },
  },
]
