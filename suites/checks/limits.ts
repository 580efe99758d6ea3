/** Rule 6 and section 8: the size of a request body, counted in bytes. */

import { complete, type Plan, postRaw, toJson } from '../harness/http/request.ts'
import { suite } from '../harness/run/check.ts'
import type { Lab } from '../harness/run/check-context.ts'

const MIB = 1_048_576

/** The plain body, grown to exactly `size` bytes by JSON white space, which buys no tokens. */
function padded(
  lab: Lab,
  size: number,
  options: { framing?: 'length' | 'chunked'; where?: 'inside' | 'before' | 'after'; stream?: boolean } = {},
): Plan {
  const json = toJson(lab.body(options.stream ? { stream: true } : {}))
  const space = ' '.repeat(size - Buffer.byteLength(json))
  const body =
    options.where === 'before' ? space + json : options.where === 'after' ? json + space : `{${space}${json.slice(1)}`
  return postRaw(body, { framing: options.framing ?? 'length', model: lab.model, stream: options.stream ?? false })
}

/** More than 1 MiB in bytes, and well below it in characters. */
function wide(lab: Lab, framing: 'length' | 'chunked'): Plan {
  return postRaw(toJson(lab.body({ messages: [{ role: 'user', content: '世'.repeat(360_000) }], max_tokens: 1 })), {
    framing,
    model: lab.model,
  })
}

/** The same for the second project, whose requests another part of a gateway may take in. */
function paddedForSecond(lab: Lab): { plan: Plan; control: Plan } {
  const body = { ...lab.body(), model: lab.target.models.foreign }
  const json = toJson(body)
  const plan = postRaw(json + ' '.repeat(MIB + 1 - Buffer.byteLength(json)), { role: 'second' })
  return { plan, control: complete(body, { role: 'second' }) }
}

export const limits = suite('limits', [
  {
    covers: 'request-size-accepted',
    title: 'a body of exactly 1 MiB is accepted',
    run: async (lab) => {
      await lab.accept('1048576 bytes', padded(lab, MIB), {}, lab.plain())
      await lab.accept('1048576 bytes, chunked', padded(lab, MIB, { framing: 'chunked' }), {}, lab.plain())
      await lab.accept('1048575 bytes', padded(lab, MIB - 1, { where: 'after' }), {}, lab.plain())
      await lab.accept('1000001 bytes', padded(lab, 1_000_001, { where: 'before' }), {}, lab.plain())
      if (lab.within('full'))
        await lab.accept(
          '1048576 bytes, streamed',
          padded(lab, MIB, { stream: true }),
          {},
          complete(lab.body({ stream: true })),
        )
    },
  },
  {
    covers: 'request-size-refused',
    title: 'a body above 1 MiB is refused with 413, with and without Content-Length, counted in bytes',
    run: async (lab) => {
      const tries: Record<string, Plan> = {
        '1048577 bytes': padded(lab, MIB + 1),
        '1048577 bytes, chunked': padded(lab, MIB + 1, { framing: 'chunked' }),
        '1048577 bytes, spaces at the end': padded(lab, MIB + 1, { where: 'after' }),
        '1048577 bytes, spaces at the start, chunked': padded(lab, MIB + 1, { where: 'before', framing: 'chunked' }),
        '1049600 bytes, streamed': padded(lab, MIB + 1024, { stream: true }),
        '2 MiB': padded(lab, 2 * MIB),
        '2 MiB, chunked': padded(lab, 2 * MIB, { framing: 'chunked' }),
        'more than 1 MiB of bytes in fewer characters': wide(lab, 'length'),
        'more than 1 MiB of bytes in fewer characters, chunked': wide(lab, 'chunked'),
      }
      for (const [title, plan] of Object.entries(tries))
        await lab.reject(title, plan, { statuses: [413], oversize: true })
    },
  },
  {
    covers: 'request-size-refused',
    id: 'request-size-refused.second',
    title: 'the limit holds for the second project',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    run: async (lab) => {
      const { plan, control } = paddedForSecond(lab)
      await lab.reject('1048577 bytes of the second project', plan, { statuses: [413], oversize: true, control })
    },
  },
])
