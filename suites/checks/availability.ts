/** States that a target file says how to provoke: 429, 503 and 500 (4.2, 7). */

import { listModels } from '../harness/http/request.ts'
import { suite } from '../harness/run/check.ts'
import { provoked } from '../harness/run/check-context.ts'

/** Requests that are sent at most until a limit shows: it may admit a few first. */
const BURST = 30

export const availability = suite('availability', [
  {
    covers: 'unavailable-503',
    title: 'an unavailable backend answers 503, streamed or not',
    profile: 'full',
    needs: ['provoke:unavailable'],
    run: async (context) => {
      await context.state('an unavailable backend', await provoked(context, 'unavailable'), [503])
      await context.state(
        'an unavailable backend, streamed',
        await provoked(context, 'unavailable', { stream: true }),
        [503],
      )
    },
  },
  {
    covers: 'internal-500',
    title: 'an internal error answers 500, streamed or not',
    profile: 'full',
    needs: ['provoke:internal'],
    run: async (context) => {
      await context.state('an internal error', await provoked(context, 'internal'), [500])
      await context.state('an internal error, streamed', await provoked(context, 'internal', { stream: true }), [500])
    },
  },
  {
    covers: 'limit-429',
    title: 'an exceeded limit answers 429',
    profile: 'full',
    needs: ['provoke:limited'],
    run: async (context) => {
      const plan = await provoked(context, 'limited')
      for (let sent = 1; sent <= BURST; sent += 1) {
        const trial = await context.state(`request ${sent} against the limit`, plan, [429], {
          silent: true,
        })
        const status = trial.exchange.answer?.status
        if (status === 200 && sent < BURST) continue
        context.evidence.push(trial.evidence)
        if (status !== 429) return
        context.also(trial, 'retry-after', { kind: 'state', statuses: [429] })
        const streamed = await context.try(
          'a stream against the limit',
          await provoked(context, 'limited', { stream: true }),
          { kind: 'state', statuses: [429], alike: true },
          { patience: { retryOn: [200, 500, 503], tries: 4, soon: true, between: plan } },
        )
        context.also(streamed, 'retry-after', { kind: 'state', statuses: [429] })
        // Judged as every answer is: the list is not to be limited along with completions.
        const { role, headers } = context.provocation('limited')
        const list = listModels({ role, headers })
        await context.try(
          'the list with an exceeded limit',
          list,
          { kind: 'observed', what: 'outcome' },
          { silent: true },
        )
        return
      }
    },
  },
])
