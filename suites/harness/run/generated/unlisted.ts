/** Unlisted models, under names that a gateway may treat specially. */
import fc from 'fast-check'
import { seedFor, spreadOver } from '../../arbitraries/draws.ts'
import { complete } from '../../http/request.ts'
import { isModelId } from '../../text/model-id.ts'
import { names } from '../../text/names.ts'
import type { Ask, CheckContext } from '../check-context.ts'

/** The number of names that core tries, and the number of names of each family to choose from. */
const IN_CORE = 3
const EACH = 4

export async function tryUnlisted(context: CheckContext): Promise<void> {
  const { listed } = context.preflight
  const families = Object.entries(unlistedNames(context.model))
  const candidates = families.flatMap(([family, names]) =>
    fc
      .sample(fc.record({ model: names, stream: fc.boolean(), bare: fc.boolean() }), {
        seed: seedFor(context.seed, `unlisted ${family}`),
        numRuns: EACH,
      })
      .filter(
        ({ model }) => model !== context.model && model !== context.target.models.foreign && !listed.includes(model),
      )
      // The seed decides which form leaves out the limit, so that these requests share one control.
      .map((drawn) => ({ ...drawn, family, bare: drawn.bare && drawn.stream === (context.seed % 2 === 0) })),
  )
  const size = (context.within('full') ? families.length : IN_CORE) * context.runs
  const chosen = spreadOver(candidates, size + families.length, ({ family, model, stream, bare }) => ({
    first: [family, model],
    others: [stream ? 'streamed' : 'not streamed', bare ? 'without a limit' : 'with a limit'],
  })).map(({ family, model, stream, bare }, at): Ask => {
    // Many clients send no limit of tokens, and a refused request costs none.
    const control = context.body(stream ? { stream: true } : {}, bare ? ['max_tokens'] : [])
    const form = `${stream ? ', streamed' : ''}${bare ? ', without a limit' : ''}`
    return {
      title: `generated ${at + 1}: a model ${family}${form}: ${model.slice(0, 60)}`,
      plan: complete({ ...control, model }),
      expectation: { kind: 'rejected', statuses: [404], fields: ['model'] },
      control: complete(control),
    }
  })
  // The variation plan may send the others if it needs a request that expects 404.
  context.offer(chosen.slice(size))
  for (const { title, plan, expectation, control } of chosen.slice(0, size))
    await context.try(title, plan, expectation, { control })
}

/** Names from a table, or generated names. */
type Family = readonly string[] | fc.Arbitrary<string>

/** Names by family; `name` is the name of an existing model. */
const nearbyFamilies = (name: string): Readonly<Record<string, Family>> => ({
  'of another vendor, gpt': ['gpt-4', 'gpt-4o', 'gpt-4o-mini', 'gpt-5', 'gpt-oss-120b'],
  'of another vendor': ['claude-opus-4', 'gemini-pro', 'llama-3', 'mistral-large', 'qwen3', 'deepseek-chat'],
  'for any model': ['default', 'auto', 'latest', 'any', 'best', 'fallback', 'router', 'model', 'chat'],
  'for a test': ['test', 'mock', 'echo', 'demo', 'dummy', 'ping', 'health', 'dev'],
  'of a language': ['null', 'undefined', 'none', 'true', 'prototype', 'nan'],
  'of each object in JavaScript': ['constructor'],
  'of digits': fc.oneof(fc.constantFrom('0', '1', '00', '42'), fc.integer({ min: 3, max: 10 ** 9 }).map(String)),
  'of hyphens': ['-', '--', '---', '-a', 'a-'],
  'of one letter': fc.stringMatching(/^[a-z0-9]$/),
  long: [64, 128, 255, 256, 1000].map((length) => 'a'.repeat(length)),
  'a listed one with more': names('-latest -preview -2025-01-01 -20250101 -v2 0').map((end) => name + end),
  'a listed one with a hyphen': [`${name}-`],
  'a listed one in part': [name.slice(0, -1), name.slice(1), name.split('-')[0] ?? '', `${name}${name}`],
  'any words': fc.stringMatching(/^[a-z][a-z0-9]{2,9}(-[a-z0-9]{1,6}){0,2}$/),
})

/**
 * Well-formed names, by family; `listed` is the name of an existing model. The caller removes names that happen to be
 * in the catalog. If `listed` itself is malformed, families without a well-formed name are omitted.
 */
export function unlistedNames(listed: string): Readonly<Record<string, fc.Arbitrary<string>>> {
  const fits = (id: string): boolean => isModelId(id) && id !== listed
  const entries = Object.entries(nearbyFamilies(listed.replace(/^svc\//, ''))).flatMap(([family, names]) => {
    if (names instanceof fc.Arbitrary) return [[family, names.map((name) => `svc/${name}`).filter(fits)] as const]
    const ids = names.map((name) => `svc/${name}`).filter(fits)
    return ids.length > 0 ? [[family, fc.constantFrom(...ids)] as const] : []
  })
  return Object.fromEntries(entries)
}
