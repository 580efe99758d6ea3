/** Valid requests that faults are put into: plain and full of options, streamed or not, on several models and keys. */
import fc from 'fast-check'
import { seedFor, spreadOver } from '../../arbitraries/draws.ts'
import { validBodies } from '../../arbitraries/requests.ts'
import type { Body } from '../../arbitraries/sites.ts'
import type { KeyRole } from '../../http/key-forms.ts'
import type { CheckContext } from '../check-context.ts'

/** A valid request, and what it shows beside a fault that is put into it. */
export interface Twin {
  readonly body: Body
  readonly role: KeyRole
  readonly shows: readonly string[]
  /** The plain request of the run: what refuses it refuses everything. */
  readonly isPlain: boolean
  /** It has no options: what a fault needs beside it may be added. Elsewhere that would be one more valid twin to ask. */
  readonly isBare: boolean
}

/** Generated bodies beside those that are always there. */
const GENERATED = 2
/** Of so many generated bodies the ones are taken that show most. */
const CHOICE = 40

const OPTIONS = ['temperature', 'top_p', 'max_completion_tokens', 'stream_options', 'n', 'stop'] as const

/** Each role, and one that speaks twice. */
export const conversation = [
  { role: 'system', content: 'Be terse.' },
  { role: 'user', content: 'Hello.' },
  { role: 'assistant', content: 'Hi.' },
  { role: 'user', content: 'Bye.' },
]

const everyOption = { messages: conversation, temperature: 0.7, top_p: 0.9, n: 1, stop: ['###', '##1', '##2', '##3'] }

function shownBy(body: Body): string[] {
  const { messages } = body
  const length = Array.isArray(messages) ? messages.length : 0
  return [
    body.stream === true ? 'streamed' : 'not streamed',
    ...OPTIONS.filter((name) => body[name] !== undefined).map((name) => `beside ${name}`),
    length > 1 ? 'in a conversation' : 'in one message',
  ]
}

function twinOn(model: string, body: Body, role: KeyRole = 'valid'): Twin {
  const shows = [...shownBy(body), role === 'second' ? 'of the second project' : `on ${model}`]
  const isBare = !OPTIONS.some((name) => body[name] !== undefined)
  return { body: { ...body, model }, role, shows, isPlain: false, isBare }
}

/** The plain twin: what fails beside options, or on another model, is tried in it. */
export function plainTwin(context: CheckContext): Twin {
  return { ...twinOn(context.model, context.body()), isPlain: true }
}

/** The same as a stream. */
export function plainStream(context: CheckContext): Twin {
  return twinOn(context.model, context.body({ stream: true }))
}

const generated = new Map<string, readonly Body[]>()

/** Valid bodies of any form, of which few show much. */
function generatedBodies(context: CheckContext): readonly Body[] {
  const { maxTokens } = context.target.limits
  // Every check of a run takes the same ones, and generating them costs more than all that is done with them.
  const key = JSON.stringify([context.model, maxTokens, context.seed])
  const known = generated.get(key)
  if (known) return known
  const choice = fc.sample(validBodies(context.model, maxTokens), {
    seed: seedFor(context.seed, 'pool'),
    numRuns: CHOICE,
  })
  const bodies = spreadOver(choice, GENERATED, (body) => ({ first: [], due: [], others: shownBy(body) }))
  generated.set(key, bodies)
  return bodies
}

/** Valid bodies for the model of the run, the plain ones among them. */
export function ownBodies(context: CheckContext): readonly Body[] {
  return [
    context.body(),
    context.body({ stream: true }),
    context.body(everyOption),
    context.body({ ...everyOption, stream: true }),
    ...generatedBodies(context),
  ]
}

/** The twins of the valid key, on the model of the run and on others that are listed. */
export async function twinsOf(context: CheckContext): Promise<readonly Twin[]> {
  const [, ...rest] = ownBodies(context)
  const own = [plainTwin(context), ...rest.map((body) => twinOn(context.model, body))]
  const models = await context.otherModels()
  const bodies = [context.body(), context.body({ stream: true }), context.body({ ...everyOption, stream: true })]
  const others = bodies.flatMap((body, at) => {
    const model = models[at % models.length]
    return model === undefined ? [] : [twinOn(model, body)]
  })
  return [...own, ...(context.within('full') ? others : others.slice(1, 2))]
}
