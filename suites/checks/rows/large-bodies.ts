/** Invalid bodies of up to 1 MiB: a gateway may check a body only as far as it fits into a buffer. */
import { inDrawnOrder, seedFor } from '../../harness/arbitraries/draws.ts'
import type { RequirementId } from '../../harness/catalogue/requirements.ts'
import { type Plan, type PlanOptions, postRaw, toJson } from '../../harness/http/request.ts'
import { accepted } from '../../harness/judge/attempts.ts'
import type { CheckOptions } from '../../harness/run/check.ts'
import type { CheckContext } from '../../harness/run/check-context.ts'

export const MIB = 1_048_576

type Padding = Pick<PlanOptions, 'framing' | 'headers'> & {
  readonly where?: 'inside' | 'before' | 'after'
  readonly stream?: boolean
  /** Members besides those of the plain body. */
  readonly set?: Readonly<Record<string, unknown>>
}

/** The plain body, padded to exactly `size` bytes with JSON white space, which costs no tokens. */
export function padded(context: CheckContext, size: number, { where, set, ...how }: Padding = {}): Plan {
  const json = toJson(context.body({ ...(how.stream ? { stream: true } : {}), ...set }))
  const space = ' '.repeat(size - Buffer.byteLength(json))
  const body = where === 'before' ? space + json : where === 'after' ? json + space : `{${space}${json.slice(1)}`
  return postRaw(body, { ...how, model: context.model })
}

/** The members that break a requirement. A param may name each of them. */
const BROKEN: readonly (readonly [requirement: RequirementId, set: Readonly<Record<string, unknown>>])[] = [
  ['request-no-null', { stop: null }],
  ['request-temperature', { temperature: 9 }],
  ['request-top-p', { top_p: 7 }],
  ['request-n', { n: 2 }],
  ['request-stop', { stop: [] }],
  ['request-max-exclusive', { max_tokens: 4, max_completion_tokens: 4 }],
  ['request-stream-options-need-stream', { stream: false, stream_options: { include_usage: true } }],
]

/** Sizes above common buffers, from and below a number of bytes. The seed draws one of each. */
const SIZES = [
  [66 * 1024, 256 * 1024],
  [256 * 1024, MIB],
] as const

export const largeBodies: CheckOptions = {
  covers: 'request-closed',
  id: 'request-closed.large-bodies',
  kind: 'property',
  title: 'invalid bodies of up to 1 MiB are refused like short ones',
  run: async (context) => {
    for (const [from, below] of SIZES) {
      const size = from + ((seedFor(context.seed, `${from} bytes`) >>> 0) % (below - from))
      const control = padded(context, size)
      if (accepted(await context.look(control)) !== 'yes') continue
      const drawn = inDrawnOrder(BROKEN, context.seed, ([requirement]) => `${requirement} ${from}`)
      const own = { [context.unknownField]: 1 }
      for (const [requirement, set] of [
        ['request-closed', own] as const,
        ...drawn.slice(0, context.within('full') ? 2 : 1),
      ]) {
        const fields = Object.keys(set)
        const expectation = { kind: 'rejected', statuses: [400], fields } as const
        const title = `${fields.join(' and ')} in a body of ${size} bytes`
        await context.try(title, padded(context, size, { set }), expectation, { control, requirement })
      }
    }
  },
}
