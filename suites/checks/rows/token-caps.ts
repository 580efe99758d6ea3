/** Caps of the output tokens: where a limit is accepted, every smaller one is, under both names. */
import { seedFor } from '../../harness/arbitraries/draws.ts'
import type { RequirementId } from '../../harness/catalogue/requirements.ts'
import { has } from '../../harness/explain/variation.ts'
import type { Plan } from '../../harness/http/request.ts'
import { accepted } from '../../harness/judge/attempts.ts'
import type { CheckOptions } from '../../harness/run/check.ts'
import type { CheckContext } from '../../harness/run/check-context.ts'
import { INT64_MAX, limited } from '../../harness/run/generated/blame-field.ts'

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

export const tokenCaps: CheckOptions = {
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
}

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
