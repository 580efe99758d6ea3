/** Complete responses. */
import assert from 'node:assert/strict'
import { reply, type ScriptedStep, split, stream } from '../../../mock/index.ts'
import type { Given } from './client.ts'
import { behaves, call, exactly, type How, type Scenario } from './scenario.ts'

const INT64_MAX = 9223372036854775807n
const usage = { prompt: 9, completion: 2 }
/** The nearest doubles. */
const largest = { prompt: Number(INT64_MAX - 1n), completion: 1 }
const largestStep = { created: INT64_MAX, usage: { prompt: INT64_MAX - 1n, completion: 1 } }

interface Success {
  readonly title: string
  readonly step: ScriptedStep
  readonly how: How
  readonly given: Omit<Given, 'requestId'>
}

const successes: readonly Success[] = [
  {
    title: 'a completion',
    step: reply('Good day', { usage, finish: 'length' }),
    how: 'complete',
    given: { text: 'Good day', finish: 'length', usage },
  },
  {
    title: 'a completion whose usage is unknown',
    step: reply('Good day', { usage: 'unknown' }),
    how: 'complete',
    given: { text: 'Good day', finish: 'stop', usage: undefined },
  },
  {
    title: 'a completion with the largest integers',
    step: reply('Good day', largestStep),
    how: 'complete',
    given: { text: 'Good day', finish: 'stop', usage: largest },
  },
  {
    title: 'a stream',
    step: stream(['Good', ' ', 'day'], { usage, finish: 'content_filter' }),
    how: 'stream',
    given: { text: 'Good day', finish: 'content_filter', usage: undefined },
  },
  {
    title: 'a stream with usage',
    step: stream(['Good', ' ', 'day'], { usage }),
    how: 'stream with usage',
    given: { text: 'Good day', finish: 'stop', usage },
  },
  {
    title: 'a stream with the largest integers',
    step: stream(['Good', ' day'], largestStep),
    how: 'stream with usage',
    given: { text: 'Good day', finish: 'stop', usage: largest },
  },
  {
    title: 'a stream in packets that end inside characters',
    step: stream(['Grüß ', 'Gott 🌍']).with(split('utf8')),
    how: 'stream',
    given: { text: 'Grüß Gott 🌍', finish: 'stop', usage: undefined },
  },
]

function succeeds({ title, step, how, given }: Success): Scenario {
  return {
    title: `${title} arrives complete, with its request id`,
    async run({ project: open, client }) {
      const project = open().next(step)
      const { requestId, ...rest } = await project.observe(() => call(client(project), how))
      assert.deepEqual(rest, given)
      const [entry] = exactly(1, project)
      assert.equal(requestId, entry?.id)
      if (how !== 'complete') assert.equal(entry?.done, true)
      behaves(project)
    },
  }
}

export const successScenarios: readonly Scenario[] = successes.map(succeeds)
