/** States for which the target file describes a provocation: 429, 503 and 500 (4.2, 7). */
import { callerIdOf, listModels } from '../harness/http/request.ts'
import { OUTCOME } from '../harness/judge/evidence.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { askAfter } from '../harness/run/context/after-state.ts'
import { isMet, provoke, provoked, waitOut } from '../harness/run/context/provoked.ts'
import type { State } from '../harness/target/states.ts'

/** The options of a check that provokes a state. */
export const provoking = (state: State) => ({ profile: 'full', needs: [`provoke:${state}`], alone: true }) as const

/** Checks that an error does not affect the next caller, with a request of each kind. */
const failsApart = (state: 'unavailable' | 'internal', what: string, kinds: Parameters<typeof askAfter>[2]) =>
  ({
    covers: 'failures-apart',
    id: `failures-apart.${state}`,
    title: `${what} does not affect the next request`,
    ...provoking(state),
    extra: true,
    run: (context: CheckContext) => askAfter(context, state, kinds),
  }) as const

export const availability = suite('availability', [
  {
    covers: 'unavailable-503',
    title: 'an unavailable backend results in 503, streamed or not',
    ...provoking('unavailable'),
    run: async (context) => {
      await context.state('an unavailable backend', await provoked(context, 'unavailable'), [503])
      const streamed = await provoked(context, 'unavailable', { stream: true })
      await context.state('an unavailable backend, streamed', streamed, [503])
    },
  },
  {
    covers: 'internal-500',
    title: 'an internal error results in 500, streamed or not',
    ...provoking('internal'),
    run: async (context) => {
      const trial = await context.state('an internal error', await provoked(context, 'internal'), [500])
      await context.state('an internal error, streamed', await provoked(context, 'internal', { stream: true }), [500])
      // The contract does not require a provocation to affect the list. The list may also refuse an unexpected header.
      if (isMet('internal', trial) && context.provocation('internal').model === undefined)
        await lookAtList(context, 'internal', 'the list with an internal error')
    },
  },
  {
    covers: 'limit-429',
    title: 'an exceeded limit results in 429',
    ...provoking('limited'),
    run: async (context) => {
      const plan = await provoked(context, 'limited')
      const trial = await provoke(context, 'limited', 'a request against the limit', plan)
      context.evidence.push(trial.evidence)
      context.alsoOwnId(trial)
      if (!isMet('limited', trial)) return
      context.also(trial, 'retry-after', { kind: 'state', statuses: [429] })
      const stream = await provoked(context, 'limited', { stream: true })
      const streamed = await context.try(
        'a stream against the limit',
        stream,
        { kind: 'state', statuses: [429], alike: true },
        { retry: { retryOn: [200, 500, 503], attempts: 4, soon: true, between: plan }, own: callerIdOf(stream) },
      )
      context.alsoOwnId(streamed)
      context.also(streamed, 'retry-after', { kind: 'state', statuses: [429] })
      // The list must not be limited together with completions.
      await lookAtList(context, 'limited', 'the list with an exceeded limit')
    },
  },
  {
    covers: 'limit-per-project',
    title: 'another project is served while one is over its limit',
    ...provoking('limited'),
    needs: ['provoke:limited', 'key:second'],
    run: (context) => askAfter(context, 'limited', ['stream', 'completion']),
  },
  {
    covers: 'retry-after-enough',
    title: 'a request after the wait in Retry-After is served',
    ...provoking('limited'),
    extra: true,
    run: waitOut,
  },
  failsApart('unavailable', 'an unavailable model', ['stream', 'completion']),
  failsApart('internal', 'an internal error', ['completion', 'stream']),
])

/** Requests the list while a state is provoked. The response is judged like any other. */
async function lookAtList(context: CheckContext, state: State, title: string): Promise<void> {
  const { role, headers } = context.provocation(state)
  await context.try(title, listModels({ role, headers }), OUTCOME, { silent: true })
}
