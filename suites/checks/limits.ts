/** Rule 6 and section 8: the size of a request body, counted in bytes, and numbers at their bounds. */
import fc from 'fast-check'
import { inDrawnOrder, seedFor, spreadOver } from '../harness/arbitraries/draws.ts'
import { validNumbers } from '../harness/arbitraries/valid-numbers.ts'
import type { RequirementId } from '../harness/catalogue/requirements.ts'
import { has } from '../harness/explain/variation.ts'
import { announced, complete, EXPECT_CONTINUE, JSON_TYPE, type Plan, postRaw, toJson } from '../harness/http/request.ts'
import { accepted } from '../harness/judge/attempts.ts'
import { OUTCOME } from '../harness/judge/evidence.ts'
import { type CheckOptions, suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { INT64_MAX, limited } from '../harness/run/generated/blame-field.ts'
import { once, single } from '../harness/run/trial.ts'
import { HUGE_TEXT_BYTES, prose } from '../harness/variation/texts.ts'
import { largeBodies, MIB, padded } from './rows/large-bodies.ts'

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

/** Limits, largest first: no double equals 2^53 + 1, and 2^32 wraps to 0. */
const LADDER = [INT64_MAX, '9007199254740993', '4294967296'] as const

/** Used if the first is refused: 2^32 + 2^31 wraps to a negative number, and the smaller ones may be below a cap. */
const MORE = [...LADDER.slice(0, 2), '6442450944', ...LADDER.slice(2), '32768', '8192', '2048', '512', '128']

const LIMITS = [
  ['max_tokens', 'request-max-tokens'],
  ['max_completion_tokens', 'request-max-completion-tokens'],
] as const

/** The largest exponent of the limits that the seed draws: above it, only the ladder counts. */
const TOP = 31

/** Limits drawn by the seed, of each magnitude up to `most`: by turns a power of two and any number. */
const drawnLimits = (seed: number, count: number, most: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const span = Math.min(TOP, Math.log2(most)) - 6
    const exponent = 6 + (span * (seedFor(seed, `limit ${at}`) >>> 0)) / 2 ** 32
    return String(Math.floor(2 ** (at % 2 === 0 ? Math.floor(exponent) : exponent)))
  })

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
  {
    covers: 'request-max-tokens',
    id: 'request-max-tokens.cap',
    kind: 'property',
    title: 'where a limit is accepted, every smaller one is, and the other limit has the same bounds',
    run: async (context) => {
      const plain = context.plain()
      // A refusal of the plain request is reported under another requirement.
      if (accepted(await context.look(plain)) === 'yes') await context.acceptShared('the plain request', plain)
      const largest = await ladder(context)
      if (largest === undefined) return
      await acceptDrawn(context, largest, {})
      if (context.within('full')) await acceptDrawn(context, largest, { stream: true })
    },
  },
])

/** Sends limits under both names, from the largest on. @returns the first that is accepted; undefined if none is */
async function ladder(context: CheckContext): Promise<string | undefined> {
  const of = (field: string, value: string): Plan => limited(context, field, value)
  const isAccepted = async (plan: Plan): Promise<boolean> => accepted(await context.look(plan)) === 'yes'
  const isCapped = context.within('full') && !(await isAccepted(of('max_tokens', INT64_MAX)))
  let first: string | undefined
  for (const value of isCapped ? MORE : LADDER) {
    const [plan, other] = [of('max_tokens', value), of('max_completion_tokens', value)]
    if (first !== undefined)
      await acceptBelow(context, `max_tokens ${value}`, plan, of('max_tokens', first), 'request-max-tokens')
    if (await isAccepted(plan)) {
      if (first === undefined || value === '4294967296')
        await acceptBelow(context, `max_completion_tokens ${value}`, other, plan, 'request-max-completion-tokens')
      first ??= value
    } else if (first === undefined && (await isAccepted(other)))
      await acceptBelow(context, `max_tokens ${value}`, plan, other, 'request-max-tokens')
  }
  return first
}

/** Sends limits drawn by the seed, below one that is accepted. */
async function acceptDrawn(context: CheckContext, most: string, set: { stream?: true }): Promise<void> {
  const largest = limited(context, 'max_tokens', most, set)
  if (accepted(await context.look(largest)) !== 'yes') return
  const mode = set.stream ? ', streamed' : ''
  for (const [field, requirement] of LIMITS) {
    const seed = seedFor(context.seed, `${field}${mode}`)
    for (const value of drawnLimits(seed, context.within('full') ? 2 : 1, Number(most))) {
      const plan = limited(context, field, value, set)
      await acceptBelow(context, `${field} ${value}${mode}`, plan, largest, requirement)
    }
  }
}

/** @param larger an accepted request whose limit is at least as large */
async function acceptBelow(
  context: CheckContext,
  title: string,
  plan: Plan,
  larger: Plan,
  requirement: RequirementId,
): Promise<void> {
  const options = { shared: true, control: larger, requirement, silent: true }
  const named = `${title}, where as much is accepted`
  const trial = await context.try(named, plan, { kind: 'accepted' }, options)
  // Drop an unclear outcome: a request for this many tokens may exceed a limit that all requests share.
  if (has(trial, 'pass') || (has(trial, 'fail') && (await isRefusedAgain()))) context.evidence.push(trial.evidence)

  // Two deployments of one gateway may have different caps.
  async function isRefusedAgain(): Promise<boolean> {
    const repetition = { requirement, silent: true, isFollowUp: true, plainly: true } as const
    for (const time of [2, 3, 4])
      for (const [sent, outcome] of [
        [plan, 'fail'],
        [larger, 'pass'],
      ] as const)
        if (!has(await context.try(`${named}, time ${time}`, sent, { kind: 'accepted' }, repetition), outcome))
          return false
    return true
  }
}
