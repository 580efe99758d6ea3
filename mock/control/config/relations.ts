import { halvesOf } from '../../core/auth.ts'
import type { MockConfig } from '../../core/config.ts'
import { MAX_COUNTED } from '../../core/metering/cells.ts'
import type { WrittenReply } from '../../core/written.ts'
import { counts } from '../../scripts/written/rules.ts'

/** A path in a configuration. */
export type Place = readonly (string | number)[]

/** A mistake in a configuration: what is wrong, and how to fix it. */
export interface ConfigProblem {
  readonly place: Place
  readonly message: string
}

/** Finds contradictions between parts of a configuration that are valid separately. */
export function checkRelations(config: MockConfig, found: ConfigProblem[]): void {
  const { models, projects } = config
  checkReplies(config, found)
  const ids = new Set<string>()
  for (const [name, project] of Object.entries(projects)) {
    project.models.forEach((model, at) => {
      if (Object.hasOwn(models, model)) return
      found.push({ place: ['projects', name, 'models', at], message: unknown(model, models) })
    })
    project.keys.forEach((key, at) => {
      const [id] = halvesOf(key)
      if (ids.has(id))
        found.push({
          place: ['projects', name, 'keys', at],
          message: `the key id ${id} is taken; give every key its own id`,
        })
      ids.add(id)
    })
  }
}

function checkReplies({ models, projects, replies: common = [] }: MockConfig, found: ConfigProblem[]): void {
  const lists: [Place, readonly WrittenReply[]][] = [
    [['replies'], common],
    ...Object.entries(projects).map(([name, { replies = [] }]): [Place, readonly WrittenReply[]] => [
      ['projects', name, 'replies'],
      replies,
    ]),
  ]
  for (const [place, list] of lists) {
    for (const [at, { when }] of list.entries())
      if (when?.model !== undefined && !Object.hasOwn(models, when.model))
        found.push({ place: [...place, at, 'when', 'model'], message: unknown(when.model, models) })
    const counted = (list === common ? list : [...list, ...common]).filter(counts).length
    if (counted > MAX_COUNTED)
      found.push({
        place,
        message: `${counted} replies have nth or times; a project counts the requests of at most ${MAX_COUNTED}, those for every project included`,
      })
  }
}

const unknown = (model: string, models: MockConfig['models']): string =>
  `unknown model ${model}; define it under models (there: ${Object.keys(models).join(', ') || 'none'})`
