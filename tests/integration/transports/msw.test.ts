/** Tests msw 3; `msw-2.test.ts` also runs this file with msw 2. */
import { after } from 'node:test'
import { setupServer } from 'msw/node'
import { createMock, gatewayHandlers } from '../../../mock/msw.ts'
import { openBridge } from './bridge.ts'
import { carries } from './carries.ts'

const mock = createMock({ url: 'http://gateway.test/some/base' })
const network = setupServer(...gatewayHandlers({ gateway: mock }))
// The suites connect to the bridge with real sockets, for which there are no handlers.
const bypass = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const
network.listen(bypass)
const bridge = await openBridge((input, init) => fetch(input, init), mock.url)
after(async () => {
  await bridge[Symbol.asyncDispose]()
  network.close()
})
carries('msw', { mock, ask: (input, init) => fetch(input, init) }, bridge.url)
