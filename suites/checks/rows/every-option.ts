/** Valid requests with every option and mostly without a limit of tokens, as many callers send them to any model. */
import { inDrawnOrder } from '../../harness/arbitraries/draws.ts'
import type { Body } from '../../harness/arbitraries/sites.ts'
import { type RequirementId, requirement } from '../../harness/catalogue/requirements.ts'
import type { KeyRole } from '../../harness/http/key-forms.ts'
import { complete, RawJson, toJson } from '../../harness/http/request.ts'
import { type CheckOptions, suite } from '../../harness/run/check.ts'
import type { CheckContext } from '../../harness/run/check-context.ts'
import { acceptBody } from '../../harness/run/generated/blame-field.ts'
import { conversation } from '../../harness/run/generated/controls.ts'
import { names } from '../../harness/text/names.ts'
import { caseGroups, type Row } from './cases.ts'
import { RESERVE } from './elsewhere.ts'

const membersOf = ({ set = {}, json = {} }: Row): [name: string, value: unknown][] => [
  ...Object.entries(set),
  ...Object.entries(json).map(([name, text]): [string, unknown] => [name, new RawJson(text)]),
]

const accepted = caseGroups
  .filter((group) => requirement(group.requirement).level === 'must')
  .flatMap(({ rows }) => rows.filter(({ expect }) => expect === 'accepted'))

/** The values of each member in rows that must be accepted. */
const values = Map.groupBy(accepted.flatMap(membersOf), ([name]) => name)
const valuesOf = (name: string): readonly unknown[] => (values.get(name) ?? []).map(([, value]) => value)

type Message = (typeof conversation)[number]
const CONVERSATIONS = valuesOf('messages') as readonly (readonly Message[])[]
const STOPS = [...new Set(valuesOf('stop').flat())]
const MAX_STOPS = 4

/** A valid body with every option, each with a value that the seed draws. @param isLimited whether it has a limit */
export function optionsBody(seed: number, model: string, as: 'completion' | 'stream', isLimited = false): Body {
  const drawn = <Item>(items: readonly Item[], name: string): readonly Item[] =>
    inDrawnOrder(items, seed, (item) => `${name} ${toJson(item)} ${as} of ${model}`)
  const [turns = []] = drawn(CONVERSATIONS, 'messages')
  // Plain requests have `max_tokens`.
  const options = names(`temperature top_p n${isLimited ? ' max_completion_tokens' : ''}`)
  return {
    model,
    // A system message belongs to the beginning: whether others are accepted is a separate check, at level should.
    messages: [...conversation.slice(0, 3), ...turns.filter(({ role }) => role !== 'system')],
    ...Object.fromEntries(options.map((name) => [name, drawn(valuesOf(name), name)[0]])),
    stop: drawn(STOPS, 'stop').slice(0, MAX_STOPS),
    ...(as === 'stream' && { stream: true, stream_options: { include_usage: true } }),
  }
}

interface Place {
  readonly model: string
  readonly role: KeyRole
}

async function placesOf(context: CheckContext): Promise<readonly Place[]> {
  const models = [context.model, ...(await context.otherModels())]
  const { foreign } = context.target.models
  const hasSecond = context.within('full') && context.target.keys.second !== undefined && foreign !== undefined
  const own = models.map((model): Place => ({ model, role: 'valid' }))
  return hasSecond ? [...own, { model: foreign, role: 'second' }] : own
}

function everywhere(covers: RequirementId, as: 'completion' | 'stream'): CheckOptions {
  return {
    covers,
    id: `${covers}.options`,
    title: `a ${as} with every option, for each of several models and in the second project`,
    extra: true,
    run: async (context) => {
      for (const [at, { model, role }] of (await placesOf(context)).entries()) {
        const isOwn = at === 0
        const place = isOwn ? '' : role === 'second' ? ', second project' : `, ${model}`
        // Every second place gets a completion with a limit, too.
        for (const limit of as === 'stream' || at % 2 === 0 ? [''] : ['', ', with a limit']) {
          if (!isOwn && !(await context.drawsAgain(RESERVE, 1))) return
          const body = optionsBody(context.seed, model, as, limit !== '')
          await acceptBody(context, `every option${place}${limit}`, body, as, role)
        }
        // Only the second response to a request may come from a cache.
        if (!isOwn) continue
        const own = complete(optionsBody(context.seed, model, as))
        await context.accept('every option, once more', own, { as }, own)
      }
    },
  }
}

export const options = suite('options', [
  everywhere('completion-json', 'completion'),
  everywhere('stream-started', 'stream'),
])
