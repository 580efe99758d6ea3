/** The plain valid request of a run, and a model that no catalog has. */
import { seedFor } from '../arbitraries/draws.ts'
import { names } from '../text/names.ts'
import { sentenceBy } from '../variation/sentences.ts'

const FAMILIES = names(
  'atlas aurora beacon cedar comet delta ember falcon harbor juniper',
  'kestrel lumen meridian nimbus onyx osprey quartz sable tundra willow',
)
const KINDS = ['base', 'chat', 'coder', 'fast', 'instruct', 'large', 'lite', 'mini', 'pro', 'small', 'turbo'] as const
/** Versions of each model: combined with families and kinds, they give more names than a gateway could list. */
const VERSIONS = 400

/** A model that no catalog has, drawn by the seed so that no gateway can know it. @param listed the target's models */
export function unknownModel(seed: number, listed: readonly string[] = []): string {
  for (let turn = 0; ; turn += 1) {
    const draw = seedFor(seed, `unknown model ${turn}`) >>> 0
    const family = FAMILIES[draw % FAMILIES.length]
    const kind = KINDS[Math.floor(draw / FAMILIES.length) % KINDS.length]
    const version = 1 + (Math.floor(draw / FAMILIES.length / KINDS.length) % VERSIONS)
    const model = `svc/${family}-${version}-${kind}`
    if (!listed.includes(model)) return model
  }
}

const FIELD = [
  ['client', 'caller', 'session', 'tenant', 'team', 'trace', 'billing', 'request', 'source', 'origin', 'batch', 'job'],
  ['note', 'label', 'group', 'hint', 'ref', 'bucket', 'comment', 'mark', 'slot', 'channel', 'scope', 'flavor'],
] as const

/** A field that the contract does not list, drawn by the seed. */
export function unknownField(seed: number): string {
  const draw = seedFor(seed, 'unknown field') >>> 0
  const [one, other] = FIELD
  return `${one[draw % one.length]}_${other[Math.floor(draw / one.length) % other.length]}`
}

export const plainSentence = (seed: number): string => sentenceBy(`plain ${seed}`)

/** The plain request of a run. */
export function plainBody(model: string, maxTokens: number | undefined, seed: number): Record<string, unknown> {
  const body: Record<string, unknown> = { model, messages: [{ role: 'user', content: plainSentence(seed) }] }
  if (maxTokens !== undefined) body.max_tokens = maxTokens
  return body
}
