/** Rule 6 and section 8: the size of a request body, counted in bytes. */

import { complete, type Plan, postRaw, toJson } from '../harness/http/request.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { HUGE_TEXT_BYTES, prose } from '../harness/space/texts.ts'

const MIB = 1_048_576

/** The plain body, grown to exactly `size` bytes by JSON white space, which costs no tokens. */
function padded(
  context: CheckContext,
  size: number,
  options: { framing?: 'length' | 'chunked'; where?: 'inside' | 'before' | 'after'; stream?: boolean } = {},
): Plan {
  const json = toJson(context.body(options.stream ? { stream: true } : {}))
  const space = ' '.repeat(size - Buffer.byteLength(json))
  const body =
    options.where === 'before' ? space + json : options.where === 'after' ? json + space : `{${space}${json.slice(1)}`
  return postRaw(body, { framing: options.framing ?? 'length', model: context.model, stream: options.stream ?? false })
}

/** More than 1 MiB in bytes, and well below it in characters. */
function wide(context: CheckContext, framing: 'length' | 'chunked'): Plan {
  return postRaw(toJson(context.body({ messages: [{ role: 'user', content: '世'.repeat(360_000) }], max_tokens: 1 })), {
    framing,
    model: context.model,
  })
}

/** Text, of which a model may find too much, and rule 6 does not. */
function huge(context: CheckContext): Plan {
  const content = prose(HUGE_TEXT_BYTES, 'mixed')
  const body = toJson(context.body({ messages: [{ role: 'user', content }], max_tokens: 1 }))
  return postRaw(Buffer.from(body), { model: context.model })
}

/** The same for the second project, whose requests another part of a gateway may take in. */
function paddedForSecond(context: CheckContext): { plan: Plan; control: Plan } {
  const body = { ...context.body(), model: context.target.models.foreign }
  const json = toJson(body)
  const plan = postRaw(json + ' '.repeat(MIB + 1 - Buffer.byteLength(json)), { role: 'second' })
  return { plan, control: complete(body, { role: 'second' }) }
}

export const limits = suite('limits', [
  {
    covers: 'request-size-accepted',
    title: 'a body of exactly 1 MiB is accepted',
    run: async (context) => {
      await context.accept('1048576 bytes', padded(context, MIB), {}, context.plain())
      await context.accept('1048576 bytes, chunked', padded(context, MIB, { framing: 'chunked' }), {}, context.plain())
      await context.accept('1048575 bytes', padded(context, MIB - 1, { where: 'after' }), {}, context.plain())
      await context.accept('1000001 bytes', padded(context, 1_000_001, { where: 'before' }), {}, context.plain())
      if (!context.within('full')) return
      await context.accept(
        '1048576 bytes, streamed',
        padded(context, MIB, { stream: true }),
        {},
        complete(context.body({ stream: true })),
      )
      // A body of spaces costs nothing, but a limit may be one of another unit, or of what the spaces stand around.
      await context.try(
        `${HUGE_TEXT_BYTES / 1024} KiB of text`,
        huge(context),
        { kind: 'accepted', refusedBy: [413] },
        { control: context.plain() },
      )
    },
  },
  {
    covers: 'request-size-refused',
    title: 'a body above 1 MiB is refused with 413, with and without Content-Length, counted in bytes',
    run: async (context) => {
      const tries: Record<string, Plan> = {
        '1048577 bytes': padded(context, MIB + 1),
        '1048577 bytes, chunked': padded(context, MIB + 1, { framing: 'chunked' }),
        '1048577 bytes, spaces at the end': padded(context, MIB + 1, { where: 'after' }),
        '1048577 bytes, spaces at the start, chunked': padded(context, MIB + 1, {
          where: 'before',
          framing: 'chunked',
        }),
        '1049600 bytes, streamed': padded(context, MIB + 1024, { stream: true }),
        '2 MiB': padded(context, 2 * MIB),
        '2 MiB, chunked': padded(context, 2 * MIB, { framing: 'chunked' }),
        'more than 1 MiB of bytes in fewer characters': wide(context, 'length'),
        'more than 1 MiB of bytes in fewer characters, chunked': wide(context, 'chunked'),
      }
      for (const [title, plan] of Object.entries(tries))
        await context.reject(title, plan, { statuses: [413], oversize: true })
    },
  },
  {
    covers: 'request-size-refused',
    id: 'request-size-refused.second',
    title: 'the limit holds for the second project',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    run: async (context) => {
      const { plan, control } = paddedForSecond(context)
      await context.reject('1048577 bytes of the second project', plan, { statuses: [413], oversize: true, control })
    },
  },
])
