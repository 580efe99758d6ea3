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
    run: async (lab) => {
      await lab.state('an unavailable backend', await provoked(lab, 'unavailable'), [503])
      await lab.state('an unavailable backend, streamed', await provoked(lab, 'unavailable', { stream: true }), [503])
    },
  },
  {
    covers: 'internal-500',
    title: 'an internal error answers 500, streamed or not',
    profile: 'full',
    needs: ['provoke:internal'],
    run: async (lab) => {
      await lab.state('an internal error', await provoked(lab, 'internal'), [500])
      await lab.state('an internal error, streamed', await provoked(lab, 'internal', { stream: true }), [500])
    },
  },
  {
    covers: 'limit-429',
    title: 'an exceeded limit answers 429',
    profile: 'full',
    needs: ['provoke:limited'],
    run: async (lab) => {
      const plan = await provoked(lab, 'limited')
      for (let sent = 1; sent <= BURST; sent += 1) {
        const trial = await lab.state(`request ${sent} against the limit`, plan, [429], {
          silent: true,
        })
        const status = trial.exchange.answer?.status
        if (status === 200 && sent < BURST) continue
        lab.evidence.push(trial.evidence)
        if (status !== 429) return
        lab.also(trial, 'retry-after', { kind: 'state', statuses: [429] })
        const streamed = await lab.state(
          'a stream against the limit',
          await provoked(lab, 'limited', { stream: true }),
          [429],
        )
        lab.also(streamed, 'retry-after', { kind: 'state', statuses: [429] })
        // Judged as every answer is: the list is not to be limited along with completions.
        const { role, headers } = lab.provocation('limited')
        const list = listModels({ role, headers })
        await lab.try('the list with an exceeded limit', list, { kind: 'observed', what: 'outcome' }, { silent: true })
        return
      }
    },
  },
])
