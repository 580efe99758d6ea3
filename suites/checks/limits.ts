/** Rule 6 and section 8: the size of a request body, counted in bytes, and numbers at their bounds. */
import fc from 'fast-check'
import { inDrawnOrder, seedFor, spreadOver } from '../harness/arbitraries/draws.ts'
import { validNumbers } from '../harness/arbitraries/valid-numbers.ts'
import type { RequirementId } from '../harness/catalogue/requirements.ts'
import { announced, complete, EXPECT_CONTINUE, JSON_TYPE, type Plan, postRaw, toJson } from '../harness/http/request.ts'
import { OUTCOME } from '../harness/judge/evidence.ts'
import { type CheckOptions, suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { INT64_MAX, limited } from '../harness/run/generated/blame-field.ts'
import { once, single } from '../harness/run/trial.ts'
import { HUGE_TEXT_BYTES, prose } from '../harness/variation/texts.ts'
import { largeBodies, MIB, padded } from './rows/large-bodies.ts'
import { tokenCaps } from './rows/token-caps.ts'

/** A body of more than 1 MiB in bytes, but of far fewer characters. */
function wide(context: CheckContext, framing: 'length' | 'chunked'): Plan {
  const messages = [{ role: 'user', content: '世'.repeat(360_000) }]
  return postRaw(toJson(context.body({ messages, max_tokens: 1 })), { framing, model: context.model })
}

/** Text that may be too long for a model, but not for rule 6. */
function huge(context: CheckContext): Plan {
  const content = prose(context.sentence, HUGE_TEXT_BYTES, 'mixed')
  const body = toJson(context.body({ messages: [{ role: 'user', content }], max_tokens: 1 }))
  return postRaw(Buffer.from(body), { model: context.model })
}

/** A multiple of 64 KiB is in the middle of a character. The spaces around the text cost no tokens. */
function divided(context: CheckContext): Plan {
  const messages = [{ role: 'user', content: `${context.sentence} ${'é世🌍 '.repeat(40)}` }]
  const json = Buffer.from(toJson(context.body({ messages })))
  const before = 15 * 64 * 1024 - 2 - json.lastIndexOf('🌍')
  const body = `${' '.repeat(before)}${json}${' '.repeat(1_000_001 - before - json.length)}`
  return postRaw(body, { model: context.model })
}

/** A padded body of the second project, whose requests another part of the gateway may read. */
function paddedForSecond(context: CheckContext, bytes: number): { plan: Plan; control: Plan } {
  const body = { ...context.body(), model: context.target.models.foreign }
  const json = toJson(body)
  const plan = postRaw(json + ' '.repeat(bytes - Buffer.byteLength(json)), { role: 'second' })
  return { plan, control: complete(body, { role: 'second' }) }
}

function forms(field: keyof typeof validNumbers, covers: RequirementId): CheckOptions {
  return {
    covers,
    id: `${covers}.forms`,
    kind: 'property',
    title: `valid numbers as ${field}, in the forms that JSON has for them`,
    run: async (context) => {
      const candidates = Object.entries(validNumbers[field]).flatMap(([family, numbers]) =>
        fc
          .sample(numbers, { seed: seedFor(context.seed, `${field} ${family}`), numRuns: 2 })
          .map((number) => ({ family, number })),
      )
      const families = Object.keys(validNumbers[field]).length
      const size = (context.within('full') ? families : 1) * context.runs
      const order = inDrawnOrder(candidates, context.seed, ({ number }) => number.text)
      const chosen = spreadOver(order, size, ({ family }) => ({ first: [family] }))
      for (const { family, number } of chosen) {
        const title = `${field} ${number.text}, ${family}`
        await context.accept(title, context.complete({ [field]: number }), {}, context.plain())
      }
    },
  }
}

export const limits = suite('limits', [
  {
    covers: 'request-size-accepted',
    title: 'a body of exactly 1 MiB is accepted',
    run: async (context) => {
      const plain = context.plain()
      await context.accept('1048576 bytes', padded(context, MIB), {}, plain)
      await context.accept('1048576 bytes, chunked', padded(context, MIB, { framing: 'chunked' }), {}, plain)
      await context.accept('1048575 bytes', padded(context, MIB - 1, { where: 'after' }), {}, plain)
      await context.accept('1000001 bytes, and buffers end in characters', divided(context), {}, plain)
      if (!context.within('full')) return
      const stream = context.complete({ stream: true })
      await context.accept('1048576 bytes, streamed', padded(context, MIB, { stream: true }), {}, stream)
      // Padding costs no tokens, but a gateway may count another unit than bytes, or ignore the spaces.
      const expectation = { kind: 'accepted', refusedBy: [413] } as const
      const options = { control: plain, retry: once }
      await context.try(`${HUGE_TEXT_BYTES / 1024} KiB of text`, huge(context), expectation, options)
    },
  },
  {
    covers: 'request-size-refused',
    title: 'a body above 1 MiB is refused with 413, with and without Content-Length, counted in bytes',
    run: async (context) => {
      const oddly = { where: 'before', framing: 'chunked', stream: true } as const
      const attempts: Record<string, Plan> = {
        '1048577 bytes': padded(context, MIB + 1),
        '1048577 bytes, chunked': padded(context, MIB + 1, { framing: 'chunked' }),
        '1048577 bytes, spaces at the end': padded(context, MIB + 1, { where: 'after' }),
        '1048577 bytes, spaces at the start, chunked, streamed': padded(context, MIB + 1, oddly),
        '1049600 bytes, streamed': padded(context, MIB + 1024, { stream: true }),
        '4 MiB': padded(context, 4 * MIB),
        ...(context.within('full') && {
          '2 MiB, chunked': padded(context, 2 * MIB, { framing: 'chunked' }),
          '4 MiB, with Content-Length': announced(padded(context, 4 * MIB)),
        }),
        'more than 1 MiB of bytes in fewer characters': wide(context, 'length'),
        'more than 1 MiB of bytes in fewer characters, chunked': wide(context, 'chunked'),
      }
      for (const [title, plan] of Object.entries(attempts))
        await context.reject(title, plan, { statuses: [413], oversize: true })
      if (!context.within('full')) return
      const headers = [JSON_TYPE, EXPECT_CONTINUE]
      const control = context.plain({ headers })
      // A server that refuses to meet the expectation says nothing about sizes (RFC 9110, 10.1.1).
      if ((await context.look(control)).response?.status !== 200) return
      const options = { statuses: [413], oversize: true, control } as const
      const plan = padded(context, MIB + 1, { headers })
      await context.reject('1048577 bytes, with Expect: 100-continue', plan, options)
    },
  },
  {
    covers: 'request-size-refused',
    id: 'request-size-refused.seen',
    title: 'what a body above 1 MiB gets; the larger profiles judge it',
    profile: 'smoke',
    kind: 'observation',
    extra: true,
    run: async (context) => {
      // This profile has too few requests for a repetition.
      const options = { retry: single }
      if (!context.within('core')) await context.try('1048577 bytes', padded(context, MIB + 1), OUTCOME, options)
    },
  },
  {
    covers: 'request-size-refused',
    id: 'request-size-refused.second',
    title: 'the limit holds for the second project',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    run: async (context) => {
      const { plan, control } = paddedForSecond(context, MIB + 1)
      await context.reject('1048577 bytes of the second project', plan, { statuses: [413], oversize: true, control })
      const largest = paddedForSecond(context, MIB)
      const options = { control, requirement: 'request-size-accepted' } as const
      await context.try('1048576 bytes of the second project', largest.plan, { kind: 'accepted' }, options)
    },
  },
  largeBodies,
  forms('temperature', 'request-temperature'),
  forms('top_p', 'request-top-p'),
  {
    covers: 'request-max-policy',
    title: `max_tokens ${INT64_MAX}, which the schema allows and policy may cap`,
    kind: 'observation',
    run: async (context) => {
      for (const field of ['max_tokens', 'max_completion_tokens'])
        await context.try(`${field} ${INT64_MAX}`, limited(context, field, INT64_MAX), OUTCOME, { shared: true })
    },
  },
  tokenCaps,
])
