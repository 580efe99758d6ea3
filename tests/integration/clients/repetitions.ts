/** Failures after which a retry succeeds. */
import assert from 'node:assert/strict'
import { cut, fail, limit, reply, type ScriptedStep } from '../../../mock/index.ts'
import type { ClientKind } from './client.ts'
import { behaves, exactly, type Scenario, thrownBy } from './scenario.ts'

interface Repetition {
  readonly title: string
  readonly failing: readonly ScriptedStep[]
  /** The minimum wait before the last request, in milliseconds. */
  readonly least?: number
  readonly isGivenUp?: (kind: ClientKind) => boolean
}

const repetitions: readonly Repetition[] = [
  { title: 'two failures', failing: [fail(503), fail(500)] },
  { title: 'two lost connections', failing: [reply('Lost').with(cut()).times(2)] },
  { title: 'a 429 with Retry-After', failing: [limit({ retryAfter: 1 })], least: 950 },
  { title: 'a 429 without Retry-After', failing: [limit()], isGivenUp: ({ repeatsLimit }) => !repeatsLimit },
]

function repeats({ title, failing, least = 0, isGivenUp }: Repetition): Scenario {
  return {
    title: `retries after ${title}, or gives up if the library does so`,
    async run({ kind, project: open, client }) {
      const project = open().next(...failing)
      const failures = project.unused().reduce((sum, { count }) => sum + count, 0)
      const calling = project.next(reply('At last')).observe(() => client(project, { retries: 2 }).complete({}))
      if (isGivenUp?.(kind)) {
        assert.equal(kind.refused(await thrownBy(calling)).status, 429)
        exactly(1, project)
      } else {
        assert.equal((await calling).text, 'At last')
        const [before, last] = exactly(failures + 1, project).slice(-2)
        assert.ok(before?.ended !== undefined && last && last.at - before.ended >= least)
        project.assertDrained()
      }
      behaves(project)
    },
  }
}

export const repetitionScenarios: readonly Scenario[] = repetitions.map(repeats)
