/** The code in the page: the mock behind a service worker, and the scenarios by title. */
import { setupWorker } from 'msw/browser'
import { createMock, gatewayHandlers } from '../../../mock/msw.ts'
import { scenariosOf } from '../transports/scenarios-of.ts'

const mock = createMock({ url: 'https://gateway.test/some/base' })
const worker = setupWorker(...gatewayHandlers({ gateway: mock }))

const page = {
  start: async (): Promise<void> => void (await worker.start({ quiet: true })),
  run: (title: string): Promise<unknown> | undefined =>
    scenariosOf('service worker')
      .find((scenario) => scenario.title === title)
      ?.run({ mock, ask: (input, init) => fetch(input, init) }),
}

/** The functions that the test calls. */
export type Page = typeof page

Object.assign(globalThis, { page })
