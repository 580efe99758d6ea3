/** Clients that send a refused request again on another connection: some retry in vain, others do nothing wrong. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fail, latency, reply } from '../../../../mock/index.ts'
import { mockForFile } from '../../asking.ts'
import { ask, call, MODEL, type Scene } from './clients.ts'

const mock = await mockForFile()

/** Sends a completion on its own connection. */
const fresh = (scene: Scene, body: unknown = ask()): Promise<string> =>
  call(scene, body, { headers: { connection: 'close' }, socket: true })

const list = async ({ mock: { url }, project }: Scene): Promise<void> => {
  const headers = { authorization: `Bearer ${project.key}`, connection: 'close' }
  await (await fetch(`${url}/v1/models`, { headers })).arrayBuffer()
}

const again = (wait: number) => async (scene: Scene) => {
  await fresh(scene)
  await setTimeout(wait)
  await fresh(scene)
}

/** Observes two calls, one after the other. */
const observedTwice = (sends: (scene: Scene) => Promise<string>, wait: number) => async (scene: Scene) => {
  for (const pause of [0, wait]) {
    await setTimeout(pause)
    await scene.project.observe(async () => Promise.reject(await sends(scene))).catch(() => undefined)
  }
}

interface Row {
  readonly client: string
  readonly found: readonly string[]
  readonly calls: (scene: Scene) => Promise<unknown>
}

const PROBABLY = ['warning probably-repeated']

const rows: readonly Row[] = [
  { client: 'repeats at once', found: PROBABLY, calls: again(0) },
  { client: 'repeats after 300 ms', found: PROBABLY, calls: again(300) },
  { client: 'repeats after two seconds', found: ['breach repeated-in-vain'], calls: again(2_100) },
  { client: 'sends one request', found: [], calls: (scene) => fresh(scene) },
  {
    client: 'tries another model',
    found: [],
    calls: async (scene) => {
      await fresh(scene)
      await fresh(scene, ask({ model: 'svc/other' }))
    },
  },
  {
    client: 'has two workers that send the same request concurrently',
    found: [],
    calls: (scene) => Promise.all([fresh(scene), fresh(scene)]),
  },
  {
    client: 'has several workers, one of which repeats the request of another',
    found: [],
    calls: async (scene) => {
      const other = fresh(scene, ask({ messages: [{ role: 'user', content: 'A long story' }] }))
      await setTimeout(30)
      await fresh(scene)
      await fresh(scene)
      await other
    },
  },
  { client: 'is called twice by its test', found: [], calls: observedTwice(fresh, 0) },
  { client: 'is called twice by its test, with a pause', found: [], calls: observedTwice(fresh, 2_100) },
  { client: 'is called twice by its test, on one connection', found: [], calls: observedTwice(call, 0) },
  {
    client: 'repeats within an observed call',
    found: ['breach repeated-in-vain'],
    calls: (scene) => scene.project.observe(() => again(0)(scene).then(() => Promise.reject())).catch(() => undefined),
  },
  {
    client: 'checks twice whether the model list is back',
    found: [],
    calls: async (scene) => {
      await list(scene)
      await list(scene)
    },
  },
  {
    client: 'checks every minute whether it has been enabled',
    found: [],
    calls: async (scene) => {
      for (let count = 0; count < 3; count++) {
        await fresh(scene)
        await mock.clock.advance('1m')
      }
    },
  },
]

for (const kind of ['disabled', 'model_not_found'] as const) {
  describe(`after a ${kind}`, () => {
    for (const { client, found, calls } of rows)
      it(`a client that ${client} has ${found.join() || 'nothing wrong'}`, async () => {
        const project = mock.project({ models: [MODEL, 'svc/other'] })
        project.when({ operation: 'models' }).next(fail('disabled').times(2))
        project.when({ text: 'A long story' }).next(reply('Once upon a time').with(latency({ ms: 400 })))
        project.next(fail(kind).times(3))
        await calls({ mock, project })
        assert.deepEqual(
          project
            .verdict()
            .findings.filter(({ id }) => id !== 'called-after-403')
            .map(({ level, id }) => `${level} ${id}`),
          found,
        )
      })
  })
}
