/** Valid requests to which faults are added: plain and full of options, streamed or not, on several models. */

import fc from 'fast-check'
import { seedFor, spreadOver } from '../../arbitraries/draws.ts'
import { validBodies } from '../../arbitraries/requests.ts'
import type { Body } from '../../arbitraries/sites.ts'
import { entryOf } from '../../http/compact.ts'
import type { CheckContext } from '../check-context.ts'

/** A valid request, and the cells (see draws.ts) that it covers once it contains a fault. */
export interface Control {
  readonly body: Body
  readonly shows: readonly string[]
  /** The plain request of the run: a target that refuses it refuses everything. */
  readonly isPlain: boolean
  /** It has no options, so a fault may add the members that it needs. With options, that needs another control. */
  readonly isBare: boolean
}

/** Generated bodies besides the fixed ones. */
const GENERATED = 2
/** The number of generated bodies to choose from: those that cover most cells are taken. */
const CHOICE = 40

const OPTIONS = ['temperature', 'top_p', 'max_completion_tokens', 'stream_options', 'n', 'stop'] as const

/** Every role, with one role twice. */
export const conversation = [
  { role: 'system', content: 'Be terse.' },
  { role: 'user', content: 'Hello.' },
  { role: 'assistant', content: 'Hi.' },
  { role: 'user', content: 'Bye.' },
]

export const everyOption = {
  messages: conversation,
  temperature: 0.7,
  top_p: 0.9,
  n: 1,
  stop: ['###', '##1', '##2', '##3'],
}

function shownBy(body: Body): string[] {
  const { messages } = body
  const length = Array.isArray(messages) ? messages.length : 0
  return [
    body.stream === true ? 'streamed' : 'not streamed',
    ...OPTIONS.filter((name) => body[name] !== undefined).map((name) => `beside ${name}`),
    length > 1 ? 'in a conversation' : 'in one message',
  ]
}

function controlOn(model: string, body: Body): Control {
  const isBare = !OPTIONS.some((name) => body[name] !== undefined)
  return { body: { ...body, model }, shows: [...shownBy(body), `on ${model}`], isPlain: false, isBare }
}

/** The plain control, in which a fault is repeated if it failed with options or on another model. */
export function plainControl(context: CheckContext): Control {
  return { ...controlOn(context.model, context.body()), isPlain: true }
}

/** The same as a stream. */
export function plainStream(context: CheckContext): Control {
  return controlOn(context.model, context.body({ stream: true }))
}

const generated = new Map<string, readonly Body[]>()

/** Valid bodies of any form. Most cover few cells, so the best ones are chosen. */
function generatedBodies(context: CheckContext): readonly Body[] {
  const { maxTokens } = context.target.limits
  // Cached: all checks of a run use the same bodies, and generating them is the most expensive step here.
  const key = JSON.stringify([context.model, maxTokens, context.seed])
  return entryOf(generated, key, () => {
    const options = { seed: seedFor(context.seed, 'pool'), numRuns: CHOICE }
    const choice = fc.sample(validBodies(context.model, maxTokens), options)
    return spreadOver(choice, GENERATED, (body) => ({ others: shownBy(body) }))
  })
}

/** Valid bodies for the model of the run, including the plain ones. */
export function ownBodies(context: CheckContext): readonly Body[] {
  return [
    context.body(),
    context.body({ stream: true }),
    context.body(everyOption),
    context.body({ ...everyOption, stream: true }),
    ...generatedBodies(context),
  ]
}

/** The controls on the model of the run and on other listed ones. */
export async function controlsOf(context: CheckContext): Promise<readonly Control[]> {
  const [, ...rest] = ownBodies(context)
  const own = [plainControl(context), ...rest.map((body) => controlOn(context.model, body))]
  const models = await context.otherModels()
  const bodies = [context.body(), context.body({ stream: true }), context.body({ ...everyOption, stream: true })]
  const onOthers = (body: Body, at: number): Control => controlOn(models[at % models.length] as string, body)
  const others = models.length === 0 ? [] : bodies.map(onOthers)
  return [...own, ...(context.within('full') ? others : others.slice(1, 2))]
}
