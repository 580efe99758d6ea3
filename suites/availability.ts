/** States that a target file says how to provoke: 429, 503 and 500 (4.2, 7). */
import { suite } from './harness/check.ts'
import { provoked } from './harness/provoke.ts'

/** Requests that are sent at most until a limit shows: it may admit a few first. */
const BURST = 30

export const availability = suite('availability', [
  {
    covers: 'unavailable-503',
    title: 'an unavailable backend answers 503, streamed or not',
    profile: 'full',
    needs: ['provoke:unavailable'],
    run: async (lab) => {
      await lab.try('an unavailable backend', provoked(lab, 'unavailable'), { kind: 'state', statuses: [503] })
      await lab.try('an unavailable backend, streamed', provoked(lab, 'unavailable', { stream: true }), {
        kind: 'state',
        statuses: [503],
      })
    },
  },
  {
    covers: 'internal-500',
    title: 'an internal error answers 500, streamed or not',
    profile: 'full',
    needs: ['provoke:internal'],
    run: async (lab) => {
      await lab.try('an internal error', provoked(lab, 'internal'), { kind: 'state', statuses: [500] })
      await lab.try('an internal error, streamed', provoked(lab, 'internal', { stream: true }), {
        kind: 'state',
        statuses: [500],
      })
    },
  },
  {
    covers: 'limit-429',
    title: 'an exceeded limit answers 429',
    profile: 'full',
    needs: ['provoke:limited'],
    run: async (lab) => {
      const state = { kind: 'state', statuses: [429] } as const
      for (let sent = 1; sent <= BURST; sent += 1) {
        const last = sent === BURST
        const trial = await lab.try(`request ${sent} against the limit`, provoked(lab, 'limited'), state, {
          silent: !last,
        })
        if (trial.exchange.answer?.status === 200 && !last) continue
        if (!last) lab.evidence.push(trial.evidence)
        if (trial.exchange.answer?.status !== 429) return
        lab.also(trial, 'retry-after', { kind: 'state', statuses: [429] })
        const streamed = await lab.try('a stream against the limit', provoked(lab, 'limited', { stream: true }), state)
        lab.also(streamed, 'retry-after', { kind: 'state', statuses: [429] })
        return
      }
    },
  },
])
