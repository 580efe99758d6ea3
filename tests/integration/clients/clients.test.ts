import { describe, it } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { aiSdk } from './ai-sdk.ts'
import { breakageScenarios } from './breakages.ts'
import type { ClientKind } from './client.ts'
import { langchain } from './langchain.ts'
import { openai } from './openai.ts'
import { refusalScenarios } from './refusals.ts'
import { repetitionScenarios } from './repetitions.ts'
import type { Stage } from './scenario.ts'
import { successScenarios } from './successes.ts'

const gateway = await startMock()
const scenarios = [...successScenarios, ...refusalScenarios, ...repetitionScenarios, ...breakageScenarios]
const transports = { 'a socket': undefined, 'gateway.fetch': gateway.fetch }

const stageOf = (kind: ClientKind, fetch: Stage['gateway']['fetch'] | undefined): Stage => ({
  gateway,
  kind,
  project: (options) => gateway.project({ models: ['svc/small'], ...options }),
  client: ({ key }, settings) => kind.open({ url: gateway.url, key, fetch, retries: 2, ...settings }),
})

// All run concurrently on one gateway: each test has its own project, and mostly waits for back-offs.
describe('client libraries', { concurrency: true }, () => {
  for (const kind of [openai, aiSdk, langchain])
    for (const [transport, fetch] of Object.entries(transports))
      describe(`${kind.name} through ${transport}`, { concurrency: true }, () => {
        for (const { title, run } of scenarios) it(title, () => run(stageOf(kind, fetch)))
      })
}).finally(() => gateway.close())
