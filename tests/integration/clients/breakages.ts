/** Streams that break before their end. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { cut, end, endWithoutDone, errorEvent, pause, type ScriptedStep, stream } from '../../../mock/index.ts'
import type { ClientKind } from './client.ts'
import { behaves, exactly, type Scenario, thrownBy } from './scenario.ts'

interface Breakage {
  readonly title: string
  readonly step: ScriptedStep
  readonly isAccepted: (kind: ClientKind) => boolean
}

const text = ['Once ', 'upon ', 'a time']
const breakages: readonly Breakage[] = [
  { title: 'is cut', step: stream(text).with(cut({ after: 2 })), isAccepted: () => false },
  { title: 'turns into an error', step: stream(text).with(errorEvent({ after: 2 })), isAccepted: () => false },
  { title: 'ends without a finish', step: stream(text).with(end({ after: 2 })), isAccepted: (kind) => kind.acceptsEnd },
  { title: 'ends without [DONE]', step: stream(text).with(endWithoutDone()), isAccepted: () => true },
]

function breaks({ title, step, isAccepted }: Breakage): Scenario {
  return {
    title: `a stream that ${title} raises an error, or the verdict reports its acceptance`,
    async run({ kind, project: open, client }) {
      const project = open().next(step)
      const calling = project.observe(() => client(project).stream({}, false))
      if (isAccepted(kind)) await calling
      else await thrownBy(calling)
      exactly(1, project)
      assert.deepEqual(
        project.verdict().findings.map(({ id }) => id),
        isAccepted(kind) ? ['broken-answer-accepted'] : [],
      )
    },
  }
}

const aborted: Scenario = {
  title: 'aborting a stream closes the connection at once, as the journal shows',
  async run({ project: open, client }) {
    const project = open().next(stream(['Good', pause('1h'), ' day']))
    const controller = new AbortController()
    const { signal } = controller
    const ask = { signal, onText: () => controller.abort() }
    await project.observe({
      call: () =>
        client(project)
          .stream(ask, false)
          .catch(() => {}),
      abort: signal,
    })
    while (project.journal().at(-1)?.ending === 'open') await sleep(5)
    const [entry] = exactly(1, project)
    assert.deepEqual([entry?.ending, entry?.done], ['aborted', false])
    behaves(project)
  },
}

export const breakageScenarios: readonly Scenario[] = [...breakages.map(breaks), aborted]
